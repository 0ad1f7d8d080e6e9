import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { reaches } from '../../src/account/moving/faults.ts';
import { databases } from '../support/database.ts';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

/** Columns by which a statement takes rows of other accounts, too: `account_id = … or global`. */
function reachingColumns(code: string): string[] {
  const inSql = code.matchAll(/account_id\s*=\s*\$\{[^}]*\}(?:::\w+)?\s+or\s+(?:not\s+)?(?:\w+\.)?(\w+)/gi);
  const inBuilder = code.matchAll(
    /\('(?:\w+\.)?account_id', '=',[^)]*\),\s*\w+\('(?:\w+\.)?(\w+)', '(?:=|is)', true\)/g,
  );
  return [...inSql, ...inBuilder].map(([, column]) => column!);
}

test('rule 11: columns by which rows concern other accounts are known to imports of accounts', () => {
  const files = globSync('**/*.ts', { cwd: sources, exclude: ['platform/database/migrations/**'] });
  const found = files.flatMap((file) => reachingColumns(readFileSync(join(sources, file), 'utf8')));
  expect(new Set(found)).toEqual(new Set(['global', 'shared']));
  expect(reaches.map(({ column }) => column)).toEqual(expect.arrayContaining([...new Set(found)]));
});

describe('a planted one is found', () => {
  test.each([
    [`sql\`select 1 from t where (t.account_id = \${accountId} or everywhere)\``, 'everywhere'],
    ["query.where((t) => t.or([t('account_id', '=', id), t('everywhere', '=', true)]))", 'everywhere'],
  ])('%s', (code, column) => {
    expect(reachingColumns(code)).toEqual([column]);
  });
});

test('rule 11: rows of accounts reference rows of their own account alone', async () => {
  const db = (await databases()[1]!.open()).kysely;
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass::text || ': ' || pg_get_constraintdef(c.oid) as name
    from pg_constraint as c
    join pg_attribute as own on own.attrelid = conrelid and own.attname = 'account_id'
    where contype = 'f' and connamespace = current_schema()::regnamespace and not own.attnum = any(conkey)`.execute(db);
  expect(rows).toEqual([]);
});
