import { expect, test } from 'vitest';
import { packedBefore, tooEarly } from './order.ts';
import type { Workspace } from './workspaces.ts';

const packages = [
  { name: '@a/spec', version: '1' },
  { name: '@a/codec', version: '1' },
  {
    name: '@a/kit',
    version: '1',
    dependencies: { '@a/codec': '1', yaml: '2' },
    imports: { '#compare': '@a/spec/compare' },
  },
];
const all = new Map<string, Workspace>(
  packages.map((manifest) => [manifest.name, { directory: manifest.name, manifest }]),
);
const kit = all.get('@a/kit')!;

test('what is depended on and what is bundled goes first', () => {
  expect(packedBefore(kit, all).map(({ manifest }) => manifest.name)).toEqual(['@a/spec', '@a/codec']);
});

test.each<[string[], string[]]>([
  [[], ['@a/spec', '@a/codec']],
  [['@a/codec'], ['@a/spec']],
  [['@a/codec', '@a/spec'], []],
])('with %j packed, %j are missing', (packed, missing) => {
  const why = tooEarly(kit, all, ({ directory }) => packed.includes(directory)) ?? '';
  expect(['@a/spec', '@a/codec'].filter((name) => why.includes(name))).toEqual(missing);
});
