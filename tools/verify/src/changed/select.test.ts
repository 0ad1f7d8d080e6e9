import { expect, test } from 'vitest';
import { selectTests } from './select.ts';

const map = {
  'a.test.ts': ['src/a.ts', 'src/shared.ts'],
  'b.test.ts': ['src/b.ts', 'src/shared.ts'],
};
const importers: Record<string, string[]> = {
  'src/types.ts': ['src/more-types.ts'],
  'src/more-types.ts': ['src/b.ts'],
  'src/circle.ts': ['src/circle.ts', 'src/round.ts'],
  'src/round.ts': ['src/circle.ts'],
  'support/rows.ts': ['c.test.ts'],
};

test.each<[string, string[], string[], string[]]>([
  ['a source that one test executes', ['src/a.ts'], ['a.test.ts'], []],
  ['a source that both execute', ['src/shared.ts'], ['a.test.ts', 'b.test.ts'], []],
  ['a test', ['c.test.ts'], ['c.test.ts'], []],
  ['types, by what imports them', ['src/types.ts'], ['b.test.ts'], []],
  ['what only a test imports', ['support/rows.ts'], ['c.test.ts'], []],
  ['files that import each other', ['src/circle.ts'], [], ['src/circle.ts']],
  ['a guide', ['docs/guide.md', 'src/b.ts'], ['b.test.ts'], ['docs/guide.md']],
])('%s', (_, changed, tests, unknown) => {
  expect(selectTests(changed, map, (source) => importers[source] ?? [])).toEqual({ tests, unknown });
});
