import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { operations } from '@mailwright/server';
import { operations as adminOperations } from '@mailwright/server/admin';
import { expect, test } from 'vitest';
import { rows } from './rows.ts';
import { textOf } from './shapes.ts';

const source = fileURLToPath(new URL('../../src', import.meta.url));
/** Packages that read no input of others. A package that is not here is taken for a parser. */
const noParsers: Record<string, string> = {
  '@electric-sql/pglite': 'the database',
  '@mailwright/client': 'ours, of the API',
  '@mailwright/console': 'ours: its routes have rows of their own',
  '@mailwright/server': 'ours: rows of bodies',
  '@mailwright/server-runtime': 'ours: rows of bodies',
  '@mailwright/tool-runtime': 'ours: rows of tools',
  '@opentelemetry/api': 'traces of our own',
  '@peculiar/x509': 'certificates of the authority that the operator has chosen',
  '@simplewebauthn/server': 'answers of passkeys, in a form of the console',
  commander: 'the command line of the operator',
  fastify: 'its routes have rows',
  imapflow: 'the mailbox that the operator has chosen',
  'intl-messageformat': 'texts of our own',
  'ipaddr.js': 'addresses of at most 45 characters',
  jose: 'signs requests of our own',
  kysely: 'the database',
  mime: 'names of at most 255 characters',
  'modern-tar': 'backups of the operator',
  nodemailer: 'writes mails',
  'openid-client': 'the provider that the operator has chosen',
  'p-limit': 'reads nothing',
  pg: 'the database',
  'pg-protocol': 'the database',
  piscina: 'reads nothing',
  selfsigned: 'makes certificates',
  'smtp-server': 'lines of at most 512 characters; its ports have rows',
  'temporal-polyfill': 'times of at most 40 characters',
  undici: 'fetches with limits',
  uqr: 'draws',
  yaml: 'our own description',
};
/** They ask for nothing that others write, or are given it by a row. */
const otherwise: Record<string, string> = {
  'administration/installation/read.ts': 'the operator’s own file',
  'cli/campaigns/read.ts': 'files of whoever runs the command, in a process of its own',
  'cli/api/access.ts': 'the operator’s own input',
  'pages/outbox/pages.ts': 'mails that the service has made itself',
  'templates/liquid/processor-limit.ts': 'a type only; the worker beside it parses',
};
/** Modules that listen, and have no row. */
const otherPorts: Record<string, string> = {
  'app/server.ts': 'its routes have rows; plain HTTP answers 403 without reading',
  'app/control/server.ts': 'a socket of the owner of the data directory',
  'platform/mail-server/mail-server.ts': 'starts those that have rows',
};
const files = globSync('**/*.ts', { cwd: source }).map((file) => file.replaceAll('\\', '/'));
const modules = files.filter((file) => !file.endsWith('.test.ts') && !file.includes('/generated/'));
/** Packages whose values a module imports, at once or later. */
const packagesIn = (text: string) =>
  Array.from(
    text.matchAll(
      /^(?:import (?!type )[^;]*?from |import |export (?:type )?[{*][^;]*?from |[^/\n]*\bimport\()'([^'.#][^']*)'/gm,
    ),
    ([, name]) => /^(?:@[^/]+\/)?[^/]+/.exec(name!)![0],
  ).filter((name) => !name.startsWith('node:'));
const parsersIn = (text: string) => packagesIn(text).filter((name) => noParsers[name] === undefined);
const textIn = (file: string) => readFileSync(join(source, file), 'utf8');
const covered = new Set(rows.flatMap(({ covers }) => covers));

test('every module that uses a parser has a row of `npm run growth`', () => {
  const using = modules.filter((file) => parsersIn(textIn(file)).length > 0);
  expect(using.filter((file) => !covered.has(file) && otherwise[file] === undefined)).toEqual([]);
  expect(
    Object.keys(noParsers).filter((name) => !modules.some((file) => packagesIn(textIn(file)).includes(name))),
  ).toEqual([]);
});

test('every module that listens on a port has a row', () => {
  const listening = modules.filter((file) =>
    /new SMTPServer\(|\bcreateServer\(|\.listen\((?!\(signal)/.test(textIn(file)),
  );
  const ports = new Set(rows.flatMap((row) => row.ports ?? []));
  expect(listening.filter((file) => !ports.has(file) && otherPorts[file] === undefined)).toEqual([]);
  expect([...ports, ...Object.keys(otherPorts)].filter((file) => !listening.includes(file))).toEqual([]);
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
  const measuredAdmin = new Set(rows.flatMap((row) => row.adminOperations ?? []));
  const takingAdmin = Object.values(adminOperations).filter(({ bodies }) => bodies.length > 0);
  expect(takingAdmin.map(({ id }) => id).filter((id) => !measuredAdmin.has(id))).toEqual([]);
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
