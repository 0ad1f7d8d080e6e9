import { expect, test } from 'vitest';
import { readImports } from './circles.ts';
import { floorOf, floors, forbiddenImports, service } from './floors.ts';
import { readSources } from './read-sources.ts';

const imports = readImports(readSources(service));

test('rules 1, 2 and 4: the service imports from floors below, through their doors', () => {
  expect(forbiddenImports(imports)).toEqual([]);
  expect([...imports.values()].flat().length).toBeGreaterThan(5_000);
});

test('every folder of the service is a floor', () => {
  const there = new Set([...imports.keys()].flatMap((file) => floorOf(file) ?? []));
  expect([...there].sort()).toEqual([...floors].sort());
});

test.each<[string, string, string, string[]]>([
  ['from above', 'people/a.ts', 'mailings/index.ts', ['rule 1: people must not know what stands above it']],
  [
    'from above, into a test',
    'people/a.test.ts',
    'mailings/b.ts',
    ['rule 1: people must not know what stands above it'],
  ],
  ['past the door', 'mailings/a.ts', 'people/store.ts', ['rule 2: others enter people through its index.ts only']],
  [
    'past a door within it',
    'mailings/a.ts',
    'people/b/index.ts',
    ['rule 2: others enter people through its index.ts only'],
  ],
  [
    'from above, past the door',
    'people/a.ts',
    'mailings/store.ts',
    ['rule 1: people must not know what stands above it', 'rule 2: others enter mailings through its index.ts only'],
  ],
  [
    'of a room beside',
    'pages/a.ts',
    'operations/tags/b.ts',
    ['rule 4: the rooms of the outer ring do not know each other; what they share belongs to a context'],
  ],
  ['of the outermost', 'operations/a.ts', 'app/b.ts', ['rule 1: operations must not know what stands above it']],
  ['through a door', 'mailings/a.ts', 'people/index.ts', []],
  ['past the door, into a test', 'mailings/a.test.ts', 'people/store.ts', []],
  ['of the base, which has no door', 'people/a.ts', 'platform/text/b.ts', []],
  ['within a floor', 'people/a.ts', 'people/contacts/store.ts', []],
])('an import %s', (_, from, to, wanted) => {
  const [file, target] = [`${service}/${from}`, `${service}/${to}`];
  expect(
    forbiddenImports(
      new Map([
        [file, [target]],
        [target, []],
      ]),
    ),
  ).toEqual(wanted.map((rule) => `${file} → ${target}: ${rule}`));
});
