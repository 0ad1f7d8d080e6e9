import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { floors } from '../../../../tools/verify/src/floors.ts';
import { type Named, tablesOf, type Unknown } from './statements.ts';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

/** The context that writes each table, and declares it; floors above may read it. */
const owners = globSync('**/tables.ts', { cwd: sources }).flatMap((file) => {
  const [, declared] = /interface Schema \{\n([^}]*)\}/.exec(readFileSync(join(sources, file), 'utf8')) ?? [];
  return Array.from(declared?.matchAll(/^ {4}(\w+): /gm) ?? [], ([, table]) => [table!, dirname(file)] as const);
});
const ownerOf = new Map(owners);
const files = globSync('**/*.ts', {
  cwd: sources,
  exclude: ['**/*.test.ts', 'platform/database/migrations/**'],
}).sort();

/** Here, names are made while the program runs: of any tables. */
const ofAllTables = [
  'platform/database/statistics.ts', // counts the rows of what it is given
  'account/moving/faults.ts', // checks all rows of an account
  'account/moving/rows.ts', // copies all rows of an account
  'account/secrets/rotation.ts', // looks whether any table of secrets has rows
  'account/secrets/store.ts', // encrypts the secrets in all tables
  'account/moving/seal.ts', // refuses changes of them
  'account/moving/sequences.ts', // reads their highest ids
  'platform/queue/pass-time.ts', // moves the times of all tables
  'people/erasure/scrub-task.ts', // writes anew whatever held personal data
];

type Found<Item> = Item & { file: string };

/** What is wrong with the statements of a file. */
function violations({ file, table, writes, line }: Found<Named>): string[] {
  const owner = ownerOf.get(table);
  if (owner === undefined) return [];
  const level = (path: string) => floors.indexOf(path.split('/')[0]!);
  if (writes && !file.startsWith(`${owner}/`)) return [`${file}:${line} writes ${table}, which belongs to ${owner}`];
  if (level(file) < level(owner)) return [`${file}:${line} reads ${table} of ${owner}, which stands above it`];
  return [];
}

function find(program: ts.Program, names: string[]): { named: Found<Named>[]; unknown: Found<Unknown>[] } {
  const checker = program.getTypeChecker();
  const found = names.map((name) => {
    const file = relative(sources, name);
    const { named, unknown } = tablesOf(program.getSourceFile(name)!, checker);
    return { named: named.map((each) => ({ ...each, file })), unknown: unknown.map((each) => ({ ...each, file })) };
  });
  return { named: found.flatMap(({ named }) => named), unknown: found.flatMap(({ unknown }) => unknown) };
}

describe('statements', () => {
  let named: Found<Named>[];
  let unknown: Found<Unknown>[];
  beforeAll(() => {
    const paths = files.map((file) => join(sources, file));
    ({ named, unknown } = find(ts.createProgram(paths, compilerOptions()), paths));
  });

  test('are found at all', () => {
    const ofTables = named.filter(({ table }) => ownerOf.has(table));
    expect(new Set(ofTables.map(({ table }) => table))).toEqual(new Set(ownerOf.keys()));
    expect(ofTables.length).toBeGreaterThan(500);
  });

  test('rule 5: write tables that one context declares', () => {
    expect(owners).toHaveLength(ownerOf.size);
  });

  test('rule 5: write the tables of their own context, and read those of floors below', () => {
    expect(named.flatMap(violations)).toEqual([]);
  });

  test('rule 5: name their tables so that this can be seen', () => {
    expect(unknown.filter(({ file }) => !ofAllTables.includes(file))).toEqual([]);
  });
});

function compilerOptions(): ts.CompilerOptions {
  const base = fileURLToPath(new URL('../../../../tsconfig.base.json', import.meta.url));
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(base, ts.sys.readFile).config, ts.sys, sources);
  return { ...options, noEmit: true };
}

describe('a planted violation is found', () => {
  test.each<[string, string, string[]]>([
    ['an upward read in SQL', 'sql`select 1 from contact c join mailing on true`', ['reads mailing of mailings']],
    [
      'one behind a comma',
      'sql`select 1 from contact, lateral unnest(ids) as id, mailing`',
      ['reads mailing of mailings'],
    ],
    ['one behind a comment of values', "sql`select 'from' from sendout`", ['reads sendout of sending']],
    [
      'an upward join of a builder',
      "db.selectFrom('contact').innerJoin('mailing as m', 'a', 'b')",
      ['reads mailing of mailings'],
    ],
    ['a foreign write', 'sql`with gone as (delete from account) select 1`', ['writes account']],
    ['a foreign write of a builder', "db.updateTable('account')", ['writes account']],
    [
      'a listed name',
      `const name: 'contact' | 'mailing' = pick(); sql\`select 1 from \${sql.table(name)}\``,
      ['reads mailing of mailings'],
    ],
    [
      'a name made while it runs',
      `const name: string = pick(); sql\`select 1 from \${sql.table(name)}\``,
      ['sql.table(name)'],
    ],
    ['a name for a builder', 'const name: string = pick(); db.selectFrom(name)', ['db.selectFrom(name)']],
    ['what is allowed', "sql`select 1 from account join contact on true for update`; db.updateTable('contact')", []],
  ])('%s', (_, code, wanted) => {
    const path = join(sources, 'people/planted.ts');
    const text = `declare const sql: any, db: any, pick: any;\n${code}`;
    const host = ts.createCompilerHost({});
    host.getSourceFile = (name, version) =>
      name === path ? ts.createSourceFile(name, text, version, true) : undefined;
    const program = ts.createProgram([path], { noLib: true, noResolve: true }, host);
    const { named, unknown } = find(program, [path]);
    const found = [...named.flatMap(violations), ...unknown.map((each) => each.text)];
    expect(found).toEqual(wanted.map((each) => expect.stringContaining(each)));
  });
});

test('rule 5: the outer ring has no SQL', () => {
  const outer = files.filter((file) => /^(operations|pages|administration|app|cli)\//.test(file));
  const sql = /\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql[`<]/g;
  const found = outer.flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(sql)].map(([statement]) => `${file}: ${statement}`),
  );
  expect(outer.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
