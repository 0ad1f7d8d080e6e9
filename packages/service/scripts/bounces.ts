import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMail } from '../src/sending/bounces/reading/read-mail.ts';

/** `npm run bounces -- DIR`: prints what the service reads in each mail of a folder, and how many there are of each kind. */
const [directory] = process.argv.slice(2);
if (directory === undefined) {
  console.error('Usage: npm run bounces -- DIR, a folder with one mail (RFC 5322) per file');
  process.exit(2);
}
const counts = new Map<string, number>();
for (const name of readdirSync(directory).sort()) {
  const reading = await readMail(readFileSync(join(directory, name)));
  const said = Object.entries(reading)
    .filter(([key]) => key !== 'kind')
    .map(([key, value]) => `${key}: ${value}`);
  console.log([name, reading.kind, ...said].join('  '));
  counts.set(reading.kind, (counts.get(reading.kind) ?? 0) + 1);
}
console.log(Array.from(counts, ([kind, count]) => `${kind}: ${count}`).join(', '));
