import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { deep, leftToDeep } from '../../verify/src/deep.ts';
import { descriptionsBelow } from './corpus/descriptions.ts';
import { generateFrom, type Measured } from './corpus/measure.ts';
import { parseReport, type Row, report, withReport } from './corpus/report.ts';
import { FETCHED, folderOf, INSTALLED } from './corpus/sources.ts';
import { measureAll } from './corpus/workers.ts';

const PAGE = path.resolve(import.meta.dirname, '../../../docs/conformance.md');

/** Size in bytes of the largest that every run generates from: a few larger ones take as long as all others. */
const LARGEST = deep ? Infinity : 60_000;

/** What cannot be generated as a whole, and why. */
const KNOWN = new Map([
  ['3.0/json/parameters-style.json', /give each a required query or header parameter/],
  ['3.1/json/parameters-style.json', /give each a required query or header parameter/],
  ['features/swagger/path-reference-typo.yaml', /#\/definitions\/Whoops" points to nothing/],
]);

test('each example is generated as a whole, or the rest is refused by pointer and reason', async () => {
  const found = new Map<string, string[]>();
  let count = 0;
  for (const source of INSTALLED) {
    const folder = folderOf(source);
    for (const { file } of await descriptionsBelow(folder, source.selection)) {
      if (statSync(file).size > LARGEST) continue;
      count++;
      const { outcome, reasons } = await generateFrom(file);
      expect([file, outcome]).toEqual([file, expect.stringMatching(/^(whole|in part|refused)$/)]);
      if (outcome !== 'whole') found.set(path.relative(folder, file), reasons);
    }
  }
  expect(count).toBeGreaterThan(110);
  expect([...found.keys()]).toEqual([...KNOWN.keys()]);
  for (const [file, reason] of KNOWN) for (const each of found.get(file)!) expect(each).toMatch(reason);
});

test('the page has the tables of the command, with every source, nothing crashed and sums that add up', () => {
  const page = readFileSync(PAGE, 'utf8');
  const { sources, all, partial } = parseReport(page);
  expect([...sources.keys()]).toEqual([...INSTALLED, ...FETCHED].map(({ name, version }) => `${name} ${version}`));
  for (const [index, sum] of all.entries())
    expect([...sources.values()].reduce((total, counts) => total + counts[index]!, 0)).toBe(sum);
  const [descriptions = 0, whole = 0, inPart = 0, refused = 0, crashed] = all;
  expect(crashed).toBe(0);
  expect(whole + inPart + refused).toBe(descriptions);
  expect(partial).toHaveLength(inPart + refused);
  for (const reason of partial) expect(reason).toMatch(/#.*: \S|neither YAML nor JSON/);
  expect(() => withReport('no markers', '')).toThrow('The page has no');
});

test('a report is read as it was written', () => {
  const measured: Measured = {
    outcome: 'in part',
    isChecked: true,
    isCalled: true,
    operations: 3,
    reasons: ['#/paths/~1a: why | not'],
    typeErrors: { '5.9': [], '7': ['a'] },
    calls: { made: 4, right: 3, wrong: ['x'], unmade: 1 },
  };
  const row: Row = { source: 'some 1.0.0', name: 'a.json', hasXml: true, measured };
  const text = report([row, { ...row, name: 'b.json', measured: { ...measured, outcome: 'whole' } }]);
  expect(
    parseReport(withReport('<!-- made by `npm run corpus -- --write` --><!-- end of the corpus -->', text)),
  ).toEqual({
    sources: new Map([['some 1.0.0', [2, 1, 1, 0, 0, 2, 0, 2, 6, 8]]]),
    all: [2, 1, 1, 0, 0, 2, 0, 2, 6, 8],
    partial: ['`#/paths/~1a: why \\| not`'],
  });
});

test.skipIf(!deep)(
  `the smaller sources type-check with both compilers, and their calls are right${leftToDeep}`,
  async () => {
    const files: string[] = [];
    for (const source of INSTALLED)
      files.push(...(await descriptionsBelow(folderOf(source), source.selection)).map(({ file }) => file));
    const faults: string[] = [];
    await measureAll(files, { processes: 2, quick: false }, (file, { outcome, typeErrors, calls }) => {
      if (outcome === 'crashed') faults.push(`${file}: crashed`);
      for (const each of [...typeErrors['5.9'], ...typeErrors['7'], ...calls.wrong]) faults.push(`${file}: ${each}`);
    });
    expect(faults).toEqual([]);
  },
  3_600_000,
);
