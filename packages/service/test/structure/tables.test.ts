import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Named, tablesOf, type Unknown } from './statements.ts';

const sources = fileURLToPath(new URL('../../src', import.meta.url));
const rules: string = new URL('../../../../.dependency-cruiser.js', import.meta.url).href;
const { floors } = (await import(rules)) as { floors: string[] };

/** Who writes each table; floors above may read it. What stands here is the only list; a table that is not in it fails the test below. */
const owners: Record<string, string[]> = {
  'platform/queue': ['job'],
  'platform/idempotency': ['idempotency_key'],
  account: [
    'account',
    'account_placeholder',
    'api_key',
    'audit_entry',
    'console_session',
    'mailing_template',
    'media_image',
  ],
  people: [
    'blacklist',
    'blacklist_entry',
    'contact',
    'contact_block',
    'custom_field',
    'erasure',
    'profile_field',
    'subscription',
    'unsubscription',
    'unsubscription_reason',
  ],
  tracking: [
    'conversion',
    'conversion_goal',
    'conversion_site',
    'archived_total',
    'bounce',
    'click',
    'delivery',
    'link',
    'opening',
    'reader',
    'tracking_key',
  ],
  audiences: ['contact_filter', 'contact_filter_mailing', 'contact_filter_member', 'target_group'],
  'mailing-blacklists': ['mailing_blacklist', 'mailing_blacklist_expression', 'mailing_blacklist_use'],
  mailings: [
    'mailing',
    'mailing_attachment',
    'mailing_content',
    'mailing_dispatching',
    'mailing_property',
    'mailing_schedule',
    'mailing_transition',
    'transactional_carrier',
  ],
  sending: ['recipient', 'recipient_batch', 'sending_limit', 'sendout'],
  transactional: ['transactional_content', 'transactional_mail', 'transactional_step'],
  quality: ['approval', 'approval_token', 'mailing_check'],
  events: [
    'automation_program',
    'automation_run',
    'automation_version',
    'opt_in_request',
    'opt_in_token',
    'transaction',
    'transaction_attachment',
    'transaction_attribute',
    'transaction_type',
    'trigger_feed_item',
    'trigger_run',
    'webhook',
    'webhook_event',
  ],
};

const ownerOf = new Map(Object.entries(owners).flatMap(([owner, tables]) => tables.map((table) => [table, owner])));
const schema = readFileSync(join(sources, 'platform/database/schema.ts'), 'utf8');
const tables = [...schema.matchAll(/^ {2}(\w+): \w+Table;$/gm)].map(([, table]) => table!);
const files = globSync('**/*.ts', {
  cwd: sources,
  exclude: ['**/*.test.ts', 'platform/database/migrations/**'],
}).sort();

/** Here, names are made while the program runs: of any tables. */
const ofAllTables = [
  'platform/database/statistics.ts', // counts the rows of what it is given
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
  }, 120_000);

  test('are found at all', () => {
    const ofTables = named.filter(({ table }) => tables.includes(table));
    expect(new Set(ofTables.map(({ table }) => table)).size).toBe(tables.length);
    expect(ofTables.length).toBeGreaterThan(500);
  });

  test('write the tables of their own context, and read those of floors below', () => {
    expect(named.flatMap(violations)).toEqual([]);
  });

  test('name their tables so that this can be seen', () => {
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

test('the outer ring has no SQL', () => {
  const outer = files.filter((file) => /^(operations|pages|administration|app|cli)\//.test(file));
  const sql = /\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql[`<]/g;
  const found = outer.flatMap((file) =>
    [...readFileSync(join(sources, file), 'utf8').matchAll(sql)].map(([statement]) => `${file}: ${statement}`),
  );
  expect(outer.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});
