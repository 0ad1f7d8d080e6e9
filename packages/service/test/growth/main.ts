import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isWithin, maxExponent, maxWait } from './judge.ts';
import { rows } from './rows.ts';
import type { Subject } from './subjects.ts';
import { type ShapeResult, tableOf, withResults } from './table.ts';

/**
 * `npm run growth`: measures all rows, or those whose names contain the arguments, and fails if one grows too fast or makes
 * others wait too long. `--write` puts the table into docs/security/input.md.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    steps: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
  },
});
const maxMillis = 600_000;
const document = fileURLToPath(new URL('../../../../docs/security/input.md', import.meta.url));
const one = fileURLToPath(new URL('./one.ts', import.meta.url));

const chosen = rows.filter(({ name }) => positionals.length === 0 || positionals.some((part) => name.includes(part)));
const names = rows.map(({ name }) => name);
const results: ShapeResult[] = [];
for (const subject of chosen) {
  const measured = await measureSubject(subject);
  results.push(...measured);
  if (values.write) writeFileSync(document, withResults(readFileSync(document, 'utf8'), measured, names));
}
console.log(tableOf(results));
const faults = results.filter((result) => !isAllowed(result));
for (const { subject, shape, exponent, wait } of faults) {
  console.error(`${subject.name}, ${shape}: exponent ${exponent?.toFixed(2) ?? '–'}, wait ${Math.round(wait)} ms`);
}
if (faults.length > 0) {
  console.error(`Allowed are an exponent of ${maxExponent} and a wait of ${maxWait} ms.`);
  process.exit(1);
}

function isAllowed({ subject, exponent, wait }: ShapeResult): boolean {
  return isWithin({ exponent, wait: subject.alone ? 0 : wait });
}

/** Measures a row in a process of its own, which is ended if it takes too long. */
async function measureSubject(subject: Subject): Promise<ShapeResult[]> {
  const found: ShapeResult[] = [];
  const child = spawn(process.execPath, ['--expose-gc', one, subject.name, values.steps, values.seed], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: maxMillis,
  });
  const ended = once(child, 'close');
  for await (const line of createInterface(child.stdout)) {
    const { shape, ...measured } = JSON.parse(line);
    found.push({ subject, shape: shape.name, ...measured });
    const { exponent, wait } = measured;
    console.error(`${subject.name}, ${shape.name}: ${exponent?.toFixed(2) ?? '–'}, ${Math.round(wait)} ms`);
    if (!isAllowed(found.at(-1)!)) console.error(`  ${JSON.stringify(shape)}`);
  }
  const [code, signal] = await ended;
  if (code !== 0) found.push({ subject, shape: `not measured (${signal ?? code})`, wait: Number.POSITIVE_INFINITY });
  return found;
}
