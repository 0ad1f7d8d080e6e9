import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import {
  addPeople,
  allSent,
  click,
  createVariants,
  type ExperimentDraft,
  partsOf,
  passHours,
  runDecision,
  startedExperiment,
} from '../support/experiments.ts';
import { createSendout, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

describe.each(usualDatabases())('experiments on $kind', ({ open }) => {
  let service: TestService;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
    service = await startTestService(await open(), sink.url);
    await addPeople(service.db, service.accountId, 194);
  });
  afterAll(async () => {
    await service?.close();
    await sink?.close();
  });

  const client = () => service.client;

  const variants = (count: number, subject: string) => createVariants(service, count, subject);
  const started = (count: number, subject: string, draft: Partial<ExperimentDraft> = {}) =>
    startedExperiment(service, count, subject, draft);
  const tested = (mailings: readonly number[]) => allSent(service.db, mailings);

  const read = (experimentId: number) => client().experiments.get({ experimentId }).orThrow();
  const mailsOf = (subject: string) => sink.mails.filter(({ email }) => email.subject?.startsWith(subject));
  const addressesOf = (subject: string) => mailsOf(subject).map(({ to }) => to[0]!);
  const decision = (id: number) => runDecision(service.db, service.accountId, id);

  async function addressesOfContacts(ids: readonly number[]): Promise<string[]> {
    const rows = await service.db
      .selectFrom('contact')
      .select('email')
      .where(sql<boolean>`id = any(${ids}::int8[])`)
      .execute();
    return rows.map(({ email }) => email!).sort();
  }

  test('five variants go to equal parts, the winner to the rest, and the holdout gets nothing', {
    timeout: 60_000,
  }, async () => {
    const { db, accountId } = service;
    const { id, mailings } = await started(5, 'Five', { holdout: 10 });
    await tested(mailings);
    const parts = await partsOf(db, id);
    const sizes = [-1, 0, 1, 2, 3, 4].map((part) => parts.get(part)!.length);
    expect(sizes).toEqual([20, 20, 20, 20, 20, 20]);
    for (const part of mailings.keys())
      expect(addressesOf(`Five ${part}`).sort(), `part ${part}`).toEqual(await addressesOfContacts(parts.get(part)!));
    const domains = await sql<{ part: number; domain: string; contacts: number }>`
      select part, split_part(email, '@', 2) as domain, count(*) as contacts
      from experiment_contact join contact on contact.account_id = experiment_contact.account_id and contact.id = contact_id
      where experiment_id = ${id} and email like 'p%' group by 1, 2`.execute(db);
    for (const { domain, contacts } of domains.rows)
      if (domain !== 'alone.example') expect(Math.abs(contacts - 6.4), domain).toBeLessThan(1.7);
    expect(await read(id)).toMatchObject({ state: 'testing', due: expect.any(String) });
    expect(await client().mailings.getState({ mailingid: mailings[0]! }).orThrow()).toBe('sending');

    await click(db, accountId, mailings[3]!, parts.get(3)!.slice(0, 15));
    await click(db, accountId, mailings[1]!, parts.get(1)!.slice(0, 3));
    for (let look = 0; look < 5; look++) await decision(id);
    const early = await read(id);
    expect(early, 'the hour is not over, however often somebody looks').toMatchObject({ state: 'testing' });
    expect(early).not.toHaveProperty('decision');
    await client().contacts.createByEmail({ email: 'new@later.example', permission: 5, body: {} }).orThrow();
    await passHours(db, mailings, 2);
    await decision(id);
    service.wakeWorker();
    for (const mailing of mailings) await reached(service, mailing, 'done');

    const addresses = addressesOf('Five');
    expect(new Set(addresses).size, 'nobody gets two').toBe(addresses.length);
    expect(addresses).toHaveLength(181);
    expect(addresses).toContain('new@later.example');
    const held = new Set(await addressesOfContacts(parts.get(-1)!));
    expect(addresses.filter((address) => held.has(address))).toEqual([]);
    expect(mailsOf('Five 3')).toHaveLength(101);
    const report = await read(id);
    expect(report).toMatchObject({
      state: 'decided',
      decision: { kind: 'winner', mailing_id: mailings[3] },
      rest_contacts: 81,
      holdout_result: { mailed: 100, held_out: 20, lift: 0 },
    });
    expect(report.decision!.p_value).toBeLessThan(0.01);
    expect(report.variants.map(({ recipients, clicked }) => [recipients, clicked.contacts])).toEqual([
      [20, 0],
      [20, 3],
      [20, 0],
      [20, 15],
      [20, 0],
    ]);
    expect(report.variants[3]!.clicked).toMatchObject({ rate: 0.75, low: 0.531299, high: 0.888138 });
    await client().experiments.delete({ experimentId: id }).orThrow();
  });

  test('without a difference it is the first variant, and the report says so', async () => {
    const { db, accountId } = service;
    const { id, mailings } = await started(2, 'Equal', { share: 100 });
    await tested(mailings);
    const parts = await partsOf(db, id);
    await click(db, accountId, mailings[1]!, parts.get(1)!.slice(0, 5));
    await click(db, accountId, mailings[0]!, parts.get(0)!.slice(0, 3));
    await passHours(db, mailings, 2);
    await decision(id);
    service.wakeWorker();
    await reached(service, mailings[0]!, 'done');
    expect(await read(id)).toMatchObject({
      decision: { kind: 'no_difference', mailing_id: mailings[0] },
      rest_contacts: 0,
    });
    expect(new Set(addressesOf('Equal')).size).toBe(mailsOf('Equal').length);
    const sizes = [0, 1].map((part) => parts.get(part)!.length);
    expect(Math.abs(sizes[0]! - sizes[1]!)).toBeLessThanOrEqual(1);
    expect(mailsOf('Equal'), 'all of the target group, each once').toHaveLength(sizes[0]! + sizes[1]!);
  });

  test('conversions count for the part of a contact, whatever led to them', async () => {
    const { db } = service;
    const { id, mailings } = await started(2, 'Bought', { share: 50, holdout: 50, criterion: 'conversions' });
    await tested(mailings);
    const parts = await partsOf(db, id);
    const site_id = await client().conversions.createSite({ name: 'Bookshop', domain: 'books.example' }).orThrow();
    const goal_id = await client().conversions.createGoal({ siteId: site_id, name: 'Order' }).orThrow();
    const buy = (contact_id: number, order_id: string) =>
      client()
        .conversions.create({ body: { site_id, goal_id, order_id, value: '10.50', contact_id } })
        .orThrow();
    for (const [index, contact] of parts.get(1)!.slice(0, 12).entries())
      expect(await buy(contact, `one ${index}`)).toEqual({ stored: false });
    await buy(parts.get(1)![0]!, 'one again');
    await buy(parts.get(1)![0]!, 'one again');
    await buy(parts.get(-1)![0]!, 'held');
    await passHours(db, mailings, 2);
    await decision(id);
    const report = await read(id);
    expect(report).toMatchObject({ decision: { kind: 'winner', mailing_id: mailings[1] } });
    expect(report.variants[1]).toMatchObject({ converted: { contacts: 12 }, revenue: '136.50' });
    const { mailed, held_out } = report.holdout_result!;
    expect(report.holdout_result).toMatchObject({ mailed_converted: 12, held_out_converted: 1 });
    expect(report.holdout_result!.lift).toBeCloseTo(12 / mailed - 1 / held_out, 5);
    expect(report.holdout_result!.low).toBeGreaterThan(0);
    await client()
      .contacts.deleteByEmail({ email: (await addressesOfContacts([parts.get(-1)![0]!]))[0]! })
      .orThrow();
    expect((await read(id)).holdout_result!.held_out_converted, 'erased with the contact').toBe(0);
  });

  test('a person chooses earlier, which is said, and the job changes nothing after that', async () => {
    const { id, mailings } = await started(3, 'Chosen', { share: 30 });
    await tested(mailings);
    await client().experiments.decide({ experimentId: id, chosen: mailings[2]! }).orThrow();
    await decision(id);
    await reached(service, mailings[2]!, 'done');
    expect((await read(id)).decision).toEqual({
      kind: 'by_hand',
      mailing_id: mailings[2],
      decided: expect.any(String),
    });
    expect((await client().experiments.decide({ experimentId: id, chosen: mailings[1]! })).status).toBe(409);
    expect(new Set(addressesOf('Chosen')).size).toBe(mailsOf('Chosen').length);
  });

  test('a variant that is canceled stops it, people are told, and what is chosen then goes on', async () => {
    const { id, mailings } = await started(2, 'Stopped', { share: 20 });
    await tested(mailings);
    await client().mailingActions.cancel({ mailingid: mailings[0]! }).orThrow();
    await vi.waitFor(async () => {
      expect(await read(id)).toMatchObject({ state: 'stopped', stop_reason: 'variant_canceled' });
    });
    const { items } = await client().account.listOutcomes({ kind: 'sendout', object_id: mailings[0]! }).orThrow();
    expect(items[0]).toMatchObject({ result: 'failed', reasons: [{ code: 'experiment_stopped' }] });
    await passHours(service.db, mailings, 2);
    await decision(id);
    expect((await read(id)).state, 'nothing is decided by itself').toBe('stopped');
    expect((await client().experiments.decide({ experimentId: id, chosen: mailings[0]! })).status).toBe(409);
    await client().experiments.decide({ experimentId: id, chosen: mailings[1]! }).orThrow();
    await reached(service, mailings[1]!, 'done');
    expect(new Set(addressesOf('Stopped')).size).toBe(mailsOf('Stopped').length);
  });

  test('a rest that may not be sent stops it, and nobody else gets a mail', async () => {
    const { id, mailings } = await started(2, 'Changed', { share: 20 });
    await tested(mailings);
    const group = (await client().regularMailings.getTargetGroup({ mailingid: mailings[0]! }).orThrow())!;
    const { contact_filter_id } = await client().targetGroups.get({ groupId: group }).orThrow();
    const filter = await service.db
      .selectFrom('contact_filter')
      .select('rules')
      .where('id', '=', contact_filter_id)
      .executeTakeFirstOrThrow();
    const rules = (text: unknown) =>
      sql`update contact_filter set rules = ${JSON.stringify(text)}::jsonb where id = ${contact_filter_id}`.execute(
        service.db,
      );
    await rules({ ...(filter.rules as object), changed: true });
    await client().experiments.decide({ experimentId: id, chosen: mailings[0]! }).orThrow();
    await vi.waitFor(async () => {
      expect(await read(id)).toMatchObject({ state: 'stopped', stop_reason: 'rest_not_sent' });
    });
    const sent = mailsOf('Changed').length;
    const { items } = await client().account.listOutcomes({ kind: 'sendout', object_id: mailings[0]! }).orThrow();
    expect(items[0]!.reasons.map(({ code }) => code)).toEqual(['changed_after_start', 'experiment_stopped']);
    await rules(filter.rules);
    await client().experiments.cancel({ experimentId: id }).orThrow();
    for (const mailing of mailings) await reached(service, mailing, 'done');
    expect(mailsOf('Changed')).toHaveLength(sent);
    await client().experiments.cancel({ experimentId: id }).orThrow();
  });

  test('a choice whose process is killed before its end is made again, once', async () => {
    const { db } = service;
    const { id, mailings } = await started(2, 'Killed', { share: 20 });
    await tested(mailings);
    await passHours(db, mailings, 2);
    const killed = runDecision(db, service.accountId, id, async () => {
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect((await read(id)).state).toBe('testing');
    await Promise.all([decision(id), decision(id)]);
    service.wakeWorker();
    await reached(service, mailings[0]!, 'done');
    expect(new Set(addressesOf('Killed')).size).toBe(mailsOf('Killed').length);
  });

  test('what cannot be an experiment is refused in words', async () => {
    const { experiments, regularMailings, mailings: all } = client();
    const [first, second] = (await variants(2, 'Refused')) as [number, number];
    const other = await createSendout(service);
    await regularMailings.setContactsLimit({ mailingid: other, body: 5 }).orThrow();
    const trigger = await all.create({ name: 'A trigger', subject: 'x', type: 'trigger' }).orThrow();
    const of = { name: 'Refused', share: 50, criterion: 'human_clicks' } as const;
    const refused = async (body: ExperimentDraft) => {
      const { status, error } = await experiments.create({ body });
      return `${status} ${error?.message}`;
    };
    expect(await refused({ ...of, holdout: 50, share: 60, mailing_ids: [first, second] })).toBe(
      '400 share and holdout must not exceed 100 percent together but were 60 and 50.',
    );
    expect(await refused({ ...of, mailing_ids: [first, 404_404] })).toContain('404 Mailing with id 404404');
    expect(await refused({ ...of, mailing_ids: [first, other] })).toContain('400 Mailing with id');
    expect(await refused({ ...of, mailing_ids: [first, trigger] })).toContain('is a trigger mailing');
    expect(await refused({ ...of, mailing_ids: [first] })).toContain('400 mailing_ids must have at least 2');
    expect(await refused({ ...of, mailing_ids: [first, first] })).toContain('400 ');
    expect(await refused({ ...of, criterion: 'luck' as 'by_hand', mailing_ids: [first, second] })).toContain(
      'criterion must be one of',
    );
    const id = await experiments.create({ body: { ...of, mailing_ids: [first, second] } }).orThrow();
    const third = await createSendout(service);
    expect(await refused({ ...of, mailing_ids: [second, third] })).toBe(
      `409 Mailing with id ${second} is a variant of an experiment already.`,
    );
    expect((await all.delete({ mailingId: first })).status, 'a variant of a draft').toBe(409);
    expect((await experiments.cancel({ experimentId: id })).status).toBe(409);
    await all.setText({ mailingid: second, body: 'No link' }).orThrow();
    expect((await experiments.start({ experimentId: id })).status, 'a variant that is not ready').toBe(400);
    expect((await read(id)).state).toBe('draft');
    expect((await experiments.list().orThrow())[0]).toMatchObject({ id, mailing_ids: [first, second] });
    await experiments.delete({ experimentId: id }).orThrow();
    expect((await experiments.get({ experimentId: id })).status).toBe(404);
  });
});
