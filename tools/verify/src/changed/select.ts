import type { CoverageMap } from './map.ts';

/** Returns the files that name `source` in an import or as the module of a worker. */
export type ImportersOf = (source: string) => readonly string[];

/** Tests that are run for a change, and the changed files that no test is known for. */
export interface Selection {
  tests: string[];
  unknown: string[];
}

const isTest = (file: string) => file.endsWith('.test.ts');

/**
 * Selects the test files that are changed, and those that executed a changed source when the map was made. A source that no test
 * has executed (types, tables, modules of worker threads, new files) stands for the files that import it.
 */
export function selectTests(changed: readonly string[], map: CoverageMap, importersOf: ImportersOf): Selection {
  const testsOf = new Map<string, string[]>();
  for (const [test, sources] of Object.entries(map))
    for (const source of sources) testsOf.set(source, [...(testsOf.get(source) ?? []), test]);
  const tests = new Set<string>();
  const unknown: string[] = [];
  for (const file of changed) {
    const found = testsFor(file, testsOf, importersOf);
    if (found.length === 0) unknown.push(file);
    for (const test of found) tests.add(test);
  }
  return { tests: [...tests].sort(), unknown };
}

function testsFor(file: string, testsOf: Map<string, string[]>, importersOf: ImportersOf): string[] {
  const found = new Set<string>();
  const seen = new Set([file]);
  for (const source of seen) {
    if (isTest(source)) found.add(source);
    const recorded = testsOf.get(source);
    if (recorded) for (const test of recorded) found.add(test);
    else if (!isTest(source)) for (const importer of importersOf(source)) seen.add(importer);
  }
  return [...found];
}
