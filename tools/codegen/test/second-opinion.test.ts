import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { loadDescription } from '../src/load/load.ts';
import type { Member } from '../src/types/chunk.ts';
import { rawTypes } from '../src/types/raw-types.ts';
import { secondOpinion } from './support/openapi-typescript.ts';

const description = fileURLToPath(new URL('../../../spec/openapi.yaml', import.meta.url));
const printer = ts.createPrinter({ removeComments: true });

/** Alternatives that only demand members: we write these, openapi-typescript writes `unknown`, which is all types. */
const demands = /(?:(?: \| unknown)+| & \(\{[^()]*\}\));/g;

/** The texts of members by name, without comments and layout. */
const plain = (members: readonly Member[]) =>
  Object.fromEntries(
    members.map(({ name, text }) => {
      const file = ts.createSourceFile('x.ts', `interface X {${text}}`, ts.ScriptTarget.Latest);
      return [name, printer.printFile(file).replaceAll(/\s+/g, ' ').replaceAll(demands, ';')];
    }),
  );

test('the types of the API are those that openapi-typescript makes', async () => {
  const document = await loadDescription(description);
  const own = rawTypes(document);
  const other = await secondOpinion(document);
  expect(plain(own.operations)).toEqual(plain(other.operations));
  expect(plain(own.paths)).toEqual(plain(other.paths));
  for (const [kind, members] of other.components) {
    expect([kind, plain(own.components.get(kind) ?? [])]).toEqual([kind, plain(members)]);
  }
});
