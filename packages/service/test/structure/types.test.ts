import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

test('rule 7: a type that is exported has a name of its own, so that the name has one meaning', () => {
  const files = new Map<string, string[]>();
  for (const file of globSync('**/*.ts', { cwd: sources })) {
    for (const [, name] of readFileSync(join(sources, file), 'utf8').matchAll(
      /^export (?:interface|type|(?:abstract )?class) (\w+)/gm,
    )) {
      files.set(name!, [...(files.get(name!) ?? []), file]);
    }
  }
  expect(files.get('Db')).toEqual(['platform/database/schema.ts']);
  expect([...files].filter(([, where]) => where.length > 1)).toEqual([]);
});
