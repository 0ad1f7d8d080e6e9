import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

/** Who writes each table. What stands here is the only list; a table that is not in it fails the test below. */
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
  ],
  sending: ['recipient', 'recipient_batch', 'sending_limit', 'sendout'],
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

/** Statements that write a table, in Kysely's form and in SQL. */
const writing =
  /(?:\b(?:insertInto|updateTable|deleteFrom)\('(\w+)['\s])|(?:\b(?:insert into|update|delete from)\s+(\w+)\b)/g;
const files = globSync('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts', 'platform/database/**'] }).sort();
const writes = files.flatMap((file) =>
  [...readFileSync(join(sources, file), 'utf8').matchAll(writing)]
    .map(([, kysely, text]) => (kysely ?? text)!)
    .filter((table) => tables.includes(table))
    .map((table) => ({ file, table })),
);

test('every table has an owner, and every owned table exists', () => {
  expect([...ownerOf.keys()].sort()).toEqual([...tables].sort());
});

test('the scan finds writes at all', () => {
  expect(new Set(writes.map(({ table }) => table)).size).toBeGreaterThan(tables.length * 0.8);
});

test('every table is written by its owner alone', () => {
  const strangers = writes.filter(({ file, table }) => !file.startsWith(`${ownerOf.get(table)}/`));
  expect(strangers).toEqual([]);
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
