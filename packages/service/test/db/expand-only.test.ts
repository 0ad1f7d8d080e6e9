import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * While an installation is upgraded, processes of the version before use the tables of the new one. So a migration may add,
 * but not take away or forbid what the version before reads and writes.
 */
const contractions: [what: string, pattern: RegExp][] = [
  ['drops a table', /\bdrop table\b/],
  ['drops a column', /\bdrop column\b/],
  ['renames', /\brename (?:to|column|constraint)\b/],
  ['changes a type', /\balter column \w+ (?:set data )?type\b/],
  ['demands a value', /\balter column \w+ set not null\b/],
  [
    'adds a column that must be given',
    /\badd column \w+ \w+(?:\([\d, ]+\))?(?:\[\])? not null(?! (?:default|generated))/,
  ],
];

/** Migrations of the time before the first release: no version before them is in use beside a newer one. */
const beforeFirstRelease: Record<string, string[]> = {
  '0018': ['drops a column'],
  '0040': ['drops a column'],
  '0042': ['drops a column'],
  '0051': ['drops a column'],
  '0060': ['drops a table'],
  '0061': ['drops a table'],
  '0082': ['drops a column'],
  '0090': ['drops a column'],
};

const folder = fileURLToPath(new URL('../../src/platform/database/migrations', import.meta.url));

/** What a migration takes away; what it says in comments does not count. */
function contractionsOf(text: string): string[] {
  const plain = text
    .replaceAll(/\/\*.*?\*\/|^\s*\/\/.*$/gms, ' ')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase();
  return contractions.filter(([, pattern]) => pattern.test(plain)).map(([what]) => what);
}

test('rule 17: migrations only add', () => {
  const found = globSync('[0-9]*.ts', { cwd: folder })
    .sort()
    .map((file) => [file.slice(0, 4), contractionsOf(readFileSync(`${folder}/${file}`, 'utf8'))] as const)
    .filter(([, what]) => what.length > 0);
  expect(Object.fromEntries(found)).toEqual(beforeFirstRelease);
});

test.each([
  ['alter table contact drop column phone', ['drops a column']],
  ['drop table contact', ['drops a table']],
  ['alter table contact rename column a to b', ['renames']],
  ['alter table contact alter column a type int8', ['changes a type']],
  ['alter table contact alter column a set not null', ['demands a value']],
  ['alter table contact add column a text not null', ['adds a column that must be given']],
  ["alter table contact add column a text not null default ''", []],
  ['alter table contact add column a timestamptz(3)', []],
  ['create table note (id int8 not null)', []],
])('%s', (statement, wanted) => {
  expect(contractionsOf(`await sql\`${statement}\`.execute(db);`)).toEqual(wanted);
});
