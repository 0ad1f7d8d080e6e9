import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operations } from '@mailwright/server';
import { expect, test } from 'vitest';
import { rows } from './rows.ts';
import { textOf } from './shapes.ts';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const parsers =
  /from '(css-tree|htmlparser2|feedsmith|saxes|liquidjs|image-size|postal-mime|csv-parse|file-type|bowser|entities)'/;
/** They ask for nothing that others write, or are given it by a row. */
const otherwise: Record<string, string> = {
  'cli/api/access.ts': 'the operator’s own input',
  'pages/outbox/pages.ts': 'mails that the service has made itself',
  'templates/liquid/processor-limit.ts': 'a type only; the worker beside it parses',
};
const files = globSync('**/*.ts', { cwd: source }).map((file) => file.replaceAll('\\', '/'));
const textIn = (file: string) => readFileSync(join(source, file), 'utf8');
const covered = new Set(rows.flatMap(({ covers }) => covers));

test('every module that uses a parser has a row of `npm run growth`', () => {
  const using = files.filter((file) => !file.endsWith('.test.ts') && parsers.test(textIn(file)));
  expect(using.filter((file) => !covered.has(file) && otherwise[file] === undefined)).toEqual([]);
});

test('every function of a worker thread has a row: hostile input is the reason why it runs there', () => {
  const workers = files.flatMap((file) =>
    [...textIn(file).matchAll(/workerFunctions<typeof import\('(\.[^']+)'\)>/g)].map(([, path]) =>
      join(file, '..', path!).replaceAll('\\', '/'),
    ),
  );
  expect(workers.filter((file) => !covered.has(file))).toEqual([]);
  expect(workers.length).toBeGreaterThan(5);
});

test('every operation that takes a body has a row', () => {
  const measured = new Set(rows.flatMap((row) => row.operations ?? []));
  const taking = Object.values(operations).filter(({ bodies }) => bodies.length > 0);
  expect(taking.map(({ id }) => id).filter((id) => !measured.has(id))).toEqual([]);
});

test('rows name modules that exist, and are told apart by their names', () => {
  expect([...covered, ...Object.keys(otherwise)].filter((file) => !files.includes(file))).toEqual([]);
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
});

test.each(rows.map((row) => [row.name, row] as const))(
  '%s: its inputs are as large as they should be, and are read',
  async (_, row) => {
    for (const shape of row.shapes) {
      const text = textOf(shape, 4000);
      expect(text.length).toBeLessThanOrEqual(4200);
      expect(textOf(shape, 8000).length).toBeGreaterThan(1.5 * text.length);
      await row.run(text);
    }
  },
);
