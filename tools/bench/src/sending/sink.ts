import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/**
 * A mail server that takes everything, in a process of its own: `node sink.ts [MILLISECONDS]`, which it takes to answer a whole mail.
 * It prints its port, and the return path of each 1,000th mail.
 */
const millis = Number(process.argv[2] ?? 0);
let mails = 0;
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, { envelope }, done) {
    if (mails++ % 1000 === 0 && envelope.mailFrom) console.log(envelope.mailFrom.address);
    stream.on('end', () => (millis === 0 ? done() : setTimeout(done, millis))).resume();
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1');
await once(server.server, 'listening');
console.log((server.server.address() as AddressInfo).port);
process.stdin.on('end', () => process.exit(0)).resume();
