import { parseArgs } from 'node:util';
import { type MailReading, readMail } from '../src/sending/bounces/reading/read-mail.ts';
import { compareReading, openBounceCorpus } from './bounce-corpus.ts';

const usage = `Usage: npm run bounces -- DIR

Reads a folder with one mail (RFC 5322) per file, as the service reads what comes to its bounce addresses. Prints a line
for each recipient that a mail names: the file, its kind, and of bounces and delays the status (RFC 3463), the reason,
whether the address will never work (hard), and the address. Ends with how many mails there are of each kind, how many
recipients of each reason, and the time per mail. If DIR has a file expected.json beside a folder mails, it also says how
many mails are read as expected, and which are not.

Kinds: bounce, delay (the server goes on trying), complaint, other, unreadable.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: 'boolean', short: 'h' } },
});
const [directory] = positionals;
if (values.help || directory === undefined) {
  console[values.help ? 'log' : 'error'](usage);
  process.exit(values.help ? 0 : 2);
}

const kinds = new Map<string, number>();
const reasons = new Map<string, number>();
const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
const total = (counts: Map<string, number>) =>
  Array.from(counts)
    .sort(([, a], [, b]) => b - a)
    .map(([key, number]) => `${key}: ${number}`)
    .join(', ');

function describeRecipients(reading: MailReading): string[] {
  if (reading.kind === 'unreadable') return [`why: ${reading.reason}`];
  if (reading.kind !== 'bounce' && reading.kind !== 'delay') return [''];
  return reading.recipients.map(({ address, status, reason, hard }) => {
    count(reasons, reason);
    return `status: ${status}  reason: ${reason}  hard: ${hard}  recipient: ${address ?? 'not named'}`;
  });
}

let millis = 0;
const { names, read, expected } = openBounceCorpus(directory);
const differences: Record<'kind' | 'hard', string[]> = { kind: [], hard: [] };
let bounces = 0;
for (const name of names) {
  const mail = read(name);
  const start = performance.now();
  const reading = await readMail(mail);
  millis += performance.now() - start;
  count(kinds, reading.kind);
  if (expected?.[name]) {
    const { kind, hard } = compareReading(reading, expected[name]);
    if (!kind) differences.kind.push(name);
    if (hard !== undefined) bounces++;
    if (hard === false) differences.hard.push(name);
  }
  for (const line of describeRecipients(reading)) console.log([name, reading.kind, line].join('  ').trimEnd());
}
console.log(`\n${names.length} mails: ${total(kinds)}`);
console.log(`Reasons by recipient: ${total(reasons)}`);
console.log(`${(millis / Math.max(names.length, 1)).toFixed(2)} ms per mail`);
if (expected !== undefined) {
  const tell = (what: string, all: number, others: readonly string[]) => {
    const share = ((100 * (all - others.length)) / Math.max(all, 1)).toFixed(1);
    console.log(`${what}: ${all - others.length} of ${all} (${share} %); otherwise: ${others.join(', ') || 'none'}`);
  };
  tell('Bounce, complaint or neither as expected', names.length, differences.kind);
  tell('Bounces hard or not as expected', bounces, differences.hard);
}
