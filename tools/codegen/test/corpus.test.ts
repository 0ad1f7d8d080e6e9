import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { descriptionsBelow, measure } from '../scripts/measure.ts';

const examples = path.dirname(createRequire(import.meta.url).resolve('@readme/oas-examples/package.json'));

/** What cannot be generated as a whole, and why. */
const KNOWN = new Map([
  ['3.0/json/circular-paths.json', /the schema contains itself/],
  ['3.0/json/parameters-style.json', /give each a required query or header parameter/],
  ['3.1/json/parameters-style.json', /give each a required query or header parameter/],
]);

test('each example is generated as a whole, or the rest is refused by pointer and reason', async () => {
  const files = (await descriptionsBelow(examples, false)).filter((file) => file.endsWith('.json'));
  expect(files.length).toBeGreaterThan(60);
  const found = new Map<string, string[]>();
  for (const file of files) {
    const { outcome, reasons } = await measure(file);
    expect([file, outcome]).toEqual([file, expect.stringMatching(/^(whole|in part)$/)]);
    if (outcome !== 'whole') found.set(path.relative(examples, file), reasons);
  }
  expect([...found.keys()]).toEqual([...KNOWN.keys()]);
  for (const [file, reason] of KNOWN) for (const each of found.get(file)!) expect(each).toMatch(reason);
}, 120_000);
