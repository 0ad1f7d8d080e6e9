import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server that takes everything, in a process of its own; its first line is its port. */
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, _session, done) {
    stream.on('end', done).resume();
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1');
await once(server.server, 'listening');
console.log((server.server.address() as AddressInfo).port);
process.stdin.on('end', () => process.exit(0)).resume();
