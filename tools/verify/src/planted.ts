import { globSync, readFileSync } from 'node:fs';
import { removals } from './controls/removals.ts';
import { findTest, readSecurityTable } from './controls/security-table.ts';
import mutantsOfFilters from './mutants/filters.vitest.config.ts';
import mutantsOfRules from './mutants/vitest.config.ts';
import { later } from './tiers.ts';

/** Defects that are planted to see whether tests notice them, by the tests that ought to. */
export interface PlantedDefects {
  title: string;
  /** For each defect the test files of which one must fail, from the root of the repository. */
  defects: string[][];
}

/** Counts defects by where their tests run: all in `npm test`, some of them, or none before `npm run test:full`. */
export function byTier(
  defects: string[][],
  isLater: (file: string) => boolean,
): [all: number, some: number, none: number] {
  const count = (matches: (laterTests: number, tests: number) => boolean) =>
    defects.filter((tests) => matches(tests.filter(isLater).length, tests.length)).length;
  return [
    count((left) => left === 0),
    count((left, all) => left > 0 && left < all),
    count((left, all) => left > 0 && left === all),
  ];
}

/** Returns the cells of a row for each list of planted defects. */
export function plantedRows(lists: PlantedDefects[], isLater: (file: string) => boolean): string[][] {
  return lists.map(({ title, defects }) => [title, ...[defects.length, ...byTier(defects, isLater)].map(String)]);
}

/** All lists there are: security controls that are removed, changed rules, and defects that a test plants by itself. */
export function plantedDefects(): PlantedDefects[] {
  const tests = new Map(readSecurityTable().map((row) => [row.requirements, row.tests.map((file) => findTest(file)!)]));
  const ofConfig = ({ test }: typeof mutantsOfRules) => globSync([...test!.include!]).map((file) => [file]);
  return [
    { title: 'security controls that `npm run controls` removes', defects: removals.map(({ row }) => tests.get(row)!) },
    { title: 'test files of rules that `npm run mutants` changes', defects: ofConfig(mutantsOfRules) },
    { title: 'test files of filters that `npm run mutants` changes', defects: ofConfig(mutantsOfFilters) },
    { title: 'test files that plant a defect themselves', defects: filesThatPlant().map((file) => [file]) },
  ];
}

const filesThatPlant = () =>
  globSync('{packages,spec,tools}/**/*.test.ts', { exclude: (name) => name === 'node_modules' }).filter((file) =>
    /\bplant/i.test(readFileSync(file, 'utf8')),
  );

export function isLaterFile(): (file: string) => boolean {
  const rest = new Set(globSync(later));
  return (file) => rest.has(file);
}
