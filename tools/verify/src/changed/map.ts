import { existsSync, readFileSync } from 'node:fs';

/** Which sources each test file executes: `packages/…/x.test.ts` → paths from the root of the repository. */
export type CoverageMap = Record<string, string[]>;

/** Where `npm run test:map` writes the map, and where a map of the nightly run is put. */
export const mapFile = '.nx/tests/map.json';

/** The map as it is kept: each source named once. */
interface StoredMap {
  sources: string[];
  tests: Record<string, number[]>;
}

export function readMap(): CoverageMap | undefined {
  if (!existsSync(mapFile)) return undefined;
  const { sources, tests } = JSON.parse(readFileSync(mapFile, 'utf8')) as StoredMap;
  return Object.fromEntries(Object.entries(tests).map(([test, numbers]) => [test, numbers.map((n) => sources[n]!)]));
}

export function formatMap(map: CoverageMap): string {
  const sources = [...new Set(Object.values(map).flat())].sort();
  const numbers = new Map(sources.map((source, number) => [source, number]));
  const tests = Object.fromEntries(
    Object.entries(map)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([test, own]) => [test, own.map((source) => numbers.get(source)!).sort((a, b) => a - b)]),
  );
  return JSON.stringify({ sources, tests } satisfies StoredMap);
}
