import { openServiceDatabase } from '../../../../packages/service/src/app/compose.ts';
import { mailSources } from '../../../../packages/service/src/app/mail-sources.ts';
import { DeliveryEngine } from '../../../../packages/service/src/sending/deliveries/engine.ts';
import { smtpTransport } from '../../../../packages/service/src/sending/smtp/transport.ts';

/**
 * A worker in a process of its own: `node worker.ts DATABASE SMTP`. It prints a line when it is ready; then sends what there is
 * for each line that it reads, prints one when nothing is left, and ends with its input.
 */
const [databaseUrl, smtp] = process.argv.slice(2) as [string, string];
const { kysely, close } = await openServiceDatabase({ databaseUrl });
const transport = smtpTransport(smtp);
const environment = { transport, publicUrl: 'https://news.example.com' };
const engine = new DeliveryEngine(environment, mailSources(environment));
const { signal } = new AbortController();
console.log('ready');
process.stdin.setEncoding('utf8');
for await (const _ of process.stdin) {
  while (await engine.run(kysely, signal));
  console.log('done');
}
await transport.close();
await close();
