import { type Client, createClient } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { insertKey } from '../../src/account/index.ts';
import { allRights, generateKey } from '../../src/account/keys/key.ts';
import { findMailing } from '../../src/mailings/index.ts';
import { startTestMail } from '../../src/quality/index.ts';
import { administer } from '../support/administration.ts';
import { databases } from '../support/database.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const email = 'starter@example.net';

describe.each(databases())('ends of work on $kind', ({ open }) => {
  let sink: SmtpSink;
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    sink = await startSmtpSink();
    service = await startTestService(await open(), sink.url);
    const { db, accountId } = service;
    const user = { email, email_folded: email, name: 'Ada', role: 'administrator', state: 'active' } as const;
    const { id } = await db
      .insertInto('account_user')
      .values({ account_id: accountId, ...user })
      .returning('id')
      .executeTakeFirstOrThrow();
    const apiKey = generateKey();
    const about = { label: '', rights: [...allRights], creator: 'Ada', expires_at: null, user_id: id };
    await insertKey(db, accountId, apiKey, about);
    client = createClient({ baseUrl: `${service.origin}/1.0`, apiKey, fetch: service.fetch });
  });
  afterAll(async () => {
    await service?.close();
    await sink?.close();
  });

  const last = async () => (await client.account.listOutcomes({ unseen: true }).orThrow()).items[0]!;
  const mailed = (subject: string) =>
    vi.waitFor(
      () => {
        service.wakeWorker();
        const found = sink.mails.find((mail) => mail.to.includes(email) && mail.email.subject === subject);
        if (found === undefined) throw new Error(`There is no mail "${subject}".`);
        return found.email.text!;
      },
      { interval: 50 },
    );

  test('a test that is not accepted is told by mail, and a good one where it was chosen', async () => {
    const group = await service.groupId('test');
    const start = async () => {
      const mailingid = await createSendout(service);
      await client.mailingChecks.startTestSendout({ mailingid, test_targetgroup_id: group }).orThrow();
      return { mailingid, name: await client.mailings.getName({ mailingid }).orThrow() };
    };
    const before = sink.mails.length;
    const good = await start();
    expect(await last()).toMatchObject({ kind: 'test', object_id: good.mailingid, result: 'done', reasons: [] });
    for (const { to } of sink.mails.slice(before)) for (const each of to) sink.refused.set(each, '550 5.7.1 Not this');
    const bad = await start();
    sink.refused.clear();
    expect(await last()).toMatchObject({ name: bad.name, result: 'failed', reasons: [{ code: 'mails_failed' }] });
    expect(await mailed(`Test of “${bad.name}” was not sent`)).toContain(`/console/mailings/${bad.mailingid}`);
    const { id: userId } = await client.users.getOwn().orThrow();
    await client.users.update({ userId, body: { outcome_mails: { test: 'all' } } }).orThrow();
    const again = await start();
    await mailed(`Test of “${again.name}” was sent`);
    expect(sink.mails.filter((mail) => mail.email.subject === `Test of “${good.name}” was sent`)).toEqual([]);
  });

  test('mails about work are chosen kind by kind, and a kind that is not named keeps its choice', async () => {
    const { id: userId, outcome_mails: before } = await client.users.getOwn().orThrow();
    const choose = async (outcome_mails: Partial<typeof before>) => {
      await client.users.update({ userId, body: { outcome_mails } }).orThrow();
      return (await client.users.getOwn().orThrow()).outcome_mails;
    };
    const chosen = { import: 'none', sendout: 'all', approval: 'failures', form: 'none', program: 'all' } as const;
    expect(await choose(chosen)).toEqual({ ...before, ...chosen });
    expect(await choose({ form: 'all' })).toEqual({ ...before, ...chosen, form: 'all' });
    expect(await choose(before)).toEqual(before);
  });

  test.each([
    { address: 'taken@example.org', reply: undefined, result: 'done', reasons: [] },
    { address: 'gone@example.org', reply: '550 5.1.1 Gone', result: 'failed', reasons: [{ code: 'mails_failed' }] },
  ])('a single test mail whose end no request could tell is told: $result', async (end) => {
    const { db, accountId } = service;
    const { id: startedBy } = await client.users.getOwn().orThrow();
    await client.users.update({ userId: startedBy, body: { outcome_mails: { test: 'all' } } }).orThrow();
    const mailingid = await createSendout(service);
    const name = await client.mailings.getName({ mailingid }).orThrow();
    if (end.reply !== undefined) sink.refused.set(end.address, end.reply);
    const mailing = (await findMailing(db, accountId, mailingid))!;
    await db.transaction().execute((each) => startTestMail(each, mailing, { email: end.address, startedBy }));
    const hurry = async () => {
      await db
        .updateTable('job')
        .set({ due_at: new Date(0) })
        .where('kind', '=', 'unanswered-test')
        .execute();
      service.wakeWorker();
      const found = await client.account.listOutcomes({ kind: 'test', object_id: mailingid }).orThrow();
      return found.items.map(({ result, reasons }) => ({ result, reasons }));
    };
    const reasons = end.reasons.map((reason) => ({ ...reason, count: 1 }));
    await expect.poll(hurry).toEqual([{ result: end.result, reasons }]);
    await mailed(`Test of “${name}” was ${end.result === 'done' ? 'sent' : 'not sent'}`);
    expect(await db.selectFrom('job').select('id').where('kind', '=', 'unanswered-test').execute()).toEqual([]);
  });

  test('a single test mail whose end the request tells leaves no outcome, and one under way none yet', async () => {
    const { db } = service;
    const mailingid = await createSendout(service);
    const kept = () => client.account.listOutcomes({ kind: 'test', object_id: mailingid }).orThrow();
    const jobs = () => db.selectFrom('job').select(['due_at', 'state']).where('kind', '=', 'unanswered-test').execute();
    await client.mailingChecks.sendTestEmail({ mailingid, email: 'told@example.org' }).orThrow();
    expect([(await kept()).items, await jobs()]).toEqual([[], []]);

    sink.silent.add('slow@example.org');
    // Whoever waits gives up as after a minute, by the clock that measures how long.
    const measured = performance.now.bind(performance);
    const waiting = client.mailingChecks.sendTestEmail({ mailingid, email: 'slow@example.org' });
    await sink.mailTo('slow@example.org');
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => measured() + 61_000);
    const answer = await waiting;
    clock.mockRestore();
    expect([answer.status, answer.headers.get('test-mail-state')]).toEqual([200, 'waiting']);
    await db
      .updateTable('job')
      .set({ due_at: new Date(0) })
      .where('kind', '=', 'unanswered-test')
      .execute();
    service.wakeWorker();
    const isLater = async () => (await jobs()).map(({ due_at, state }) => state === 'waiting' && +due_at > 0);
    await expect.poll(isLater).toEqual([true]);
    expect((await kept()).items).toEqual([]);
    sink.speak();
  });

  test('an import for which the account has no room ends, and says so', async () => {
    const { db, accountId } = service;
    const value = await client.contacts.count().orThrow();
    await administer(db).setQuota({ account: accountId, name: 'contacts', value });
    const body = Buffer.from('email\none@full.example\ntwo@full.example\n');
    const { id: importId } = await client.imports
      .create({ name: 'full.csv', contentType: 'application/octet-stream', body })
      .orThrow();
    await client.imports.start({ importId, body: { fields: ['email'], permission: 4 } }).orThrow();
    const mail = await mailed('Import of “full.csv” has failed');
    expect(mail).toContain('The account has no room for more contacts.');
    expect((await client.imports.get({ importId }).orThrow()).state).toBe('done');
    expect(await last()).toMatchObject({ kind: 'import', reasons: [{ code: 'contacts_full', count: 2 }] });
  });

  test('an outcome is marked as seen once and for all, and goes with its import', async () => {
    const { id: outcomeId, object_id: importId } = await last();
    await client.account.setOutcomeSeen({ outcomeId }).orThrow();
    const [seen] = (await client.account.listOutcomes({ kind: 'import', object_id: importId }).orThrow()).items;
    await client.account.setOutcomeSeen({ outcomeId }).orThrow();
    const [same] = (await client.account.listOutcomes({ kind: 'import', object_id: importId }).orThrow()).items;
    expect([seen!.seen, same]).toEqual([expect.any(String), seen]);
    await client.imports.delete({ importId }).orThrow();
    expect((await client.account.listOutcomes({ kind: 'import', object_id: importId }).orThrow()).items).toEqual([]);
    expect((await client.account.setOutcomeSeen({ outcomeId })).status).toBe(404);
  });
});
