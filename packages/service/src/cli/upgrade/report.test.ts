import { expect, test } from 'vitest';
import { migrations } from '../../platform/database/migrations/index.ts';
import { reportUpgrade } from './report.ts';

const names = Object.keys(migrations);
const now = new Date('2031-06-02T03:00:00Z');
const MEBIBYTE = 1024 * 1024;

/** A database before the migration that builds indexes of contacts. */
const before = names.slice(0, names.indexOf('0340_contact_tags'));
const until = (name: string) => names.filter((each) => each !== name);
const contacts = (mebibytes: number) => [
  { name: 'contact', rows: 9, deadRows: 0, bytes: mebibytes * MEBIBYTE, indexBytes: MEBIBYTE, vacuumed: null },
];

test.each<
  [
    what: string,
    applied: string[],
    size: number,
    free: number | undefined,
    backup: string | undefined,
    wanted: string[],
  ]
>([
  [
    'all is done',
    names,
    200,
    1e10,
    undefined,
    ['ok No migration is ahead', 'ok The migrations need 0 MiB', 'warning No backup was ever'],
  ],
  [
    'a small table',
    until('0340_contact_tags'),
    99,
    1e10,
    '2031-06-01T04:00:00.000Z',
    [
      'ok 1 migration is ahead; none works on a large table',
      'ok The migrations need 200 MiB at most',
      'ok The last backup',
    ],
  ],
  [
    'a large table, no room and an old backup',
    until('0340_contact_tags'),
    100,
    250 * MEBIBYTE,
    '2031-06-01T02:00:00.000Z',
    [
      'ok 1 migration is ahead; some work on a large table',
      'warning It builds an index of contact (101 MiB): the service does not answer meanwhile.',
      'error The migrations need 202 MiB at most, and 250 MiB are free. Free disk space first.',
      'error The last backup that was restored and read has the state of 2031-06-01 02:00 UTC. Make one now',
    ],
  ],
  [
    'a server, whose disk is unknown',
    until('0340_contact_tags'),
    100,
    undefined,
    '2031-06-02T02:00:00.000Z',
    [
      'ok 1 migration is ahead',
      'warning It builds an index',
      'warning The migrations need 202 MiB at most. Look whether the disk of the PostgreSQL server has them.',
      'ok The last backup',
    ],
  ],
])('%s', async (_what, migrations, size, freeBytes, verifiedBackup, wanted) => {
  const facts = { bytes: 5 * MEBIBYTE, tables: contacts(size), migrations, verifiedBackup };
  const { findings } = await reportUpgrade(facts, { subject: 'data', freeBytes, now });
  expect(findings.map(({ state, message }) => `${state} ${message}`)).toEqual(
    wanted.map((text) => expect.stringContaining(text)),
  );
});

test('a table that several migrations work on counts once, and the ways back differ', async () => {
  const facts = { bytes: 0, tables: contacts(10), migrations: before, verifiedBackup: undefined };
  const embedded = await reportUpgrade(facts, { subject: 'data', freeBytes: 1e10, now });
  const server = await reportUpgrade(facts, { subject: 'PostgreSQL', freeBytes: undefined, now });
  expect(embedded.diskNeeded).toBe(22 * MEBIBYTE);
  expect([embedded.wayBack[0], server.wayBack[0]]).toEqual([
    expect.stringContaining('mailwright backup'),
    expect.stringContaining('tools of PostgreSQL'),
  ]);
});
