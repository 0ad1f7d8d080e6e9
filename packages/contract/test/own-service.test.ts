import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { descriptionFile } from '@mailwright/spec';
import { beforeAll, describe, expect, test } from 'vitest';
import { deep } from '../../../tools/verify/src/deep.ts';
import { generateKey, hashKey } from '../../service/src/account/keys/key.ts';
import { insertKey } from '../../service/src/account/keys/store.ts';
import type { Right } from '../../service/src/account/tables.ts';
import { databases } from '../../service/test/support/database.ts';
import { startTestService, type TestService } from '../../service/test/support/service.ts';
import type { Record, Untried } from '../src/calls/record.ts';
import { loadContract } from '../src/contract/contract.ts';
import { readCorpus } from '../src/contract/corpus.ts';
import type { HeaderLines, SentRequest } from '../src/exchange/exchange.ts';
import { createSender } from '../src/exchange/send.ts';
import type { Left } from '../src/ownership/left.ts';
import { loadPreconditions } from '../src/preconditions/load.ts';
import { buildReport } from '../src/report/build.ts';
import type { OperationReport, Report } from '../src/report/report.ts';
import { verify } from '../src/run/verify.ts';
import type { LimitedKey } from '../src/test-cases/request.ts';
import { ErrorCollector, inventedBy } from './support/answered-errors.ts';
import { everythingIn, keysOf } from './support/everything.ts';

const room = dirname(descriptionFile);
const root = join(room, '..');
const bearer = (key: string): HeaderLines => [['Authorization', `Bearer ${key}`]];

async function limitedKey({ db, accountId }: TestService, right: Right): Promise<LimitedKey> {
  const key = generateKey();
  await insertKey(db, accountId, key, { label: right, rights: [right], creator: 'test', expires_at: null });
  return { rights: [right], headers: bearer(key) };
}

/** Features that an operator can switch off. */
const checks = ['attention', 'bounce', 'display', 'image', 'link', 'messagesize', 'personalization', 'spam'] as const;

/** The embedded database has one connection: an operation that takes a second one hangs there only. */
const runs = databases()
  .filter(({ kind }) => deep || kind === 'embedded')
  // JSON has the same values and another codec, which the deep run tries with all operations.
  .flatMap((database) => (deep ? [false, true] : [false]).map((json) => ({ ...database, json })))
  .map((run) => ({ ...run, encoding: run.json ? 'JSON' : 'XML' }));

describe.each(runs)('our own service on $kind in $encoding', ({ open, json }) => {
  let report: Report;
  let before: string[];
  let after: string[];
  let errors: ErrorCollector;
  beforeAll(async () => {
    const contract = await loadContract(descriptionFile, { json });
    const database = await open();
    const service = await startTestService(database);
    const reduced = await startTestService(database, undefined, { without: new Set(checks) }, { worker: false });
    const patient = createSender({ ca: service.cert, timeout: 600_000 });
    // The limits of the description are for a machine that has time.
    const sender = { ...patient, send: (request: SentRequest) => patient.send(request) };
    const seed = randomUUID();
    errors = new ErrorCollector(contract, inventedBy(seed));
    const records: Record[] = [];
    const untried: Untried[] = [];
    const left: Left[] = [];
    // The first mail of an account creates the mailing that its transactional mails belong to.
    const first = {
      to: [{ email: 'first@example.com' }],
      from: { email: 'service@example.com' },
      subject: '1',
      text: '1',
    };
    await service.client.transactionalMails.send({ body: first }).orThrow();
    await giveKeyToUser(service);
    // The first suppression creates the blacklist that suppressions go to.
    for (const blacklist of [undefined, 'Beschwerden'])
      await service.client.suppressions.add({ body: { blacklist, entries: ['first@example.com'] } }).orThrow();
    before = await everythingIn(service);
    const startedAt = new Date();
    const target = `${service.origin}/1.0`;
    await verify({
      contract,
      preconditions: loadPreconditions(join(room, 'preconditions'), contract),
      corpus: readCorpus(join(room, 'corpus')),
      target: {
        baseUrl: target,
        plainUrl: `${service.plainOrigin}/1.0`,
        reducedUrl: `${reduced.origin}/1.0`,
        credentials: bearer(service.key),
        query: [],
        limited: [await limitedKey(service, 'get'), await limitedKey(service, 'post')],
      },
      sender: errors.watch(sender),
      seed,
      concurrency: 8,
      strict: true,
      onRecord: (record) => records.push(record),
      onUntried: (each) => untried.push(each),
      onLeft: (all) => left.push(...all),
    });
    sender.close();
    after = await everythingIn(service);
    await reduced.close();
    await service.close();

    const milliseconds = Date.now() - startedAt.getTime();
    report = buildReport(contract, { target, startedAt, milliseconds, records, untried, left });
  });

  test('keeps its contract', () => {
    expect(report.breaches).toEqual([]);
  });

  test('every documented status of every operation that is there was seen', () => {
    expect(
      report.operations.filter(({ implemented }) => implemented).flatMap((each) => unreached(each, report)),
    ).toEqual([]);
  });

  test('every case was tried', () => {
    expect(report.untried).toEqual([]);
  });

  test('what it created is deleted again, or listed', () => {
    expect(after.filter((each) => !before.includes(each))).toEqual(keysOf(report.left));
  });

  test('what existed before still exists, except for the contacts that deleteAllContacts deletes', () => {
    expect(before.filter((each) => !after.includes(each) && !each.startsWith('contact '))).toEqual([]);
  });

  test.skipIf(json)('the examples of errors in the description are what it answers', () => {
    if (process.env.MAILWRIGHT_WRITE_ERRORS) errors.write();
    expect(errors.unanswered()).toEqual([]);
  });

  test('the README states the measured coverage', () => {
    const { coverage, operations, notImplemented } = report;
    const there = operations.length - notImplemented.length;
    const readme = readFileSync(join(root, 'README.md'), 'utf8').replace(/\s+/g, ' ');
    expect(readme).toContain(
      `the service implements ${there} of the ${operations.length} operations, and the contract tests cover ${coverage.kept} of the ${coverage.documented} documented statuses (${coverage.percent} %)`,
    );
  });

  test('every operation is implemented', () => {
    expect(report.notImplemented).toEqual([]);
  });
});

/** Advice for statuses that were not seen. */
function unreached({ id, statuses }: OperationReport, report: Report): string[] {
  const why = report.untried.filter(({ operation }) => operation === id).map((each) => `${each.about}: ${each.why}`);
  return statuses
    .filter(({ state }) => state === 'missed')
    .map(({ status }) =>
      [`${id} ${status}: say in spec/preconditions/operations/${id}.yaml what it takes`, ...why].join('; '),
    );
}

/** Makes the key of the service that of a session: `getOwnUser` answers 200 to users only. */
async function giveKeyToUser({ db, key, accountId }: TestService): Promise<void> {
  const user = { email: 'first@example.org', email_folded: 'first@example.org', name: 'First' };
  const { id } = await db
    .insertInto('account_user')
    // With a second factor, because the account will demand one.
    .values({ account_id: accountId, ...user, role: 'administrator', state: 'active', totp_since: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.updateTable('api_key').set({ user_id: id }).where('hash', '=', hashKey(key)).execute();
}
