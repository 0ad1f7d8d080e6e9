import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { timeIn } from '../../src/platform/time/zone.ts';
import { usualDatabases } from '../support/database.ts';
import {
  addPeople,
  allSent,
  click,
  createVariants,
  type ExperimentDraft,
  partsOf,
  passHours,
  reachRest,
  reachSendTime,
  runDecision,
  startedExperiment,
} from '../support/experiments.ts';
import { reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

/** Times of day that do not come while the test runs, whenever that is. */
function sendTimes(...hours: number[]): string[] {
  const now = timeIn('UTC', new Date());
  return hours.map((each) => now.add({ hours: each }).toPlainTime().toString({ smallestUnit: 'minute' }));
}

describe.each(usualDatabases())('experiments by time of day on $kind', ({ open }) => {
  let service: TestService;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
    service = await startTestService(await open(), sink.url);
    await service.db.updateTable('account').set({ time_zone: 'UTC' }).where('id', '=', service.accountId).execute();
    await addPeople(service.db, service.accountId, 94);
  });
  afterAll(async () => {
    await service?.close();
    await sink?.close();
  });

  const client = () => service.client;
  const read = (experimentId: number) => client().experiments.get({ experimentId }).orThrow();
  const stateOf = (mailingid: number) => client().mailings.getState({ mailingid }).orThrow();
  const addressesOf = (subject: string) =>
    sink.mails.filter(({ email }) => email.subject?.startsWith(subject)).map(({ to }) => to[0]!);
  const decision = (id: number) => runDecision(service.db, service.accountId, id);
  const usualTimes = () => sendTimes(6, 12);

  async function begin(mailing: number, hoursAfter = 0): Promise<void> {
    await reachSendTime(service.db, mailing, hoursAfter);
    service.wakeWorker();
  }

  async function sendVariant(mailing: number): Promise<void> {
    await begin(mailing);
    await allSent(service.db, [mailing]);
  }

  test('each variant is sent and judged at its own time, and the winner to everybody else at its time', async () => {
    const { db, accountId } = service;
    const times = usualTimes();
    const { id, mailings } = await startedExperiment(service, 2, 'Hours', { holdout: 10, send_times: times });
    const [first, second] = mailings as [number, number];
    const early = await read(id);
    expect(early.variants.map(({ send_time }) => send_time)).toEqual(times);
    for (const { starts, send_time } of early.variants) expect(starts).toContain(` ${send_time}:00`);
    await decision(id);
    expect([await stateOf(first), await stateOf(second)]).toEqual(['queued', 'queued']);
    expect(addressesOf('Hours')).toEqual([]);

    await sendVariant(first);
    const parts = await partsOf(db, id);
    expect(addressesOf('Hours')).toHaveLength(parts.get(0)!.length);
    await click(db, accountId, first, parts.get(0)!.slice(0, 3));
    await passHours(db, [first], 2);
    await decision(id);
    expect(await read(id)).toMatchObject({ state: 'testing' });
    expect(await stateOf(second)).toBe('queued');
    // After its hours, these are no part of the test.
    await click(db, accountId, first, parts.get(0)!.slice(3, 20));
    expect((await read(id)).variants[0]!.clicked.contacts).toBe(3);

    await sendVariant(second);
    expect((await read(id)).due).toBeDefined();
    await click(db, accountId, second, parts.get(1)!.slice(0, 15));
    await passHours(db, [second], 2);
    await decision(id);
    const report = await read(id);
    expect(report).toMatchObject({ state: 'decided', decision: { kind: 'winner', mailing_id: second } });
    expect(report.variants.map(({ clicked }) => clicked.contacts)).toEqual([3, 15]);
    expect(report.rest_starts).toContain(` ${times[1]}:00`);
    service.wakeWorker();
    await reached(service, first, 'done');
    expect(report).not.toHaveProperty('rest_contacts');
    const before = addressesOf('Hours').length;
    await client().contacts.createByEmail({ email: 'meanwhile@later.example', permission: 5, body: {} }).orThrow();

    await reachRest(db, id, second);
    service.wakeWorker();
    await reached(service, second, 'done');
    const addresses = addressesOf('Hours');
    expect(new Set(addresses).size, 'nobody gets two').toBe(addresses.length);
    const contacts = await db.selectFrom('contact').select('id').execute();
    expect(addresses).toHaveLength(contacts.length - parts.get(-1)!.length);
    expect(addresses.length).toBeGreaterThan(before);
    expect(addresses).toContain('meanwhile@later.example');
  });

  test('a variant whose time has not come keeps its contacts, less those who may get no mail any more', async () => {
    const { db, accountId } = service;
    const of = (suffix: string) => sql`account_id = ${accountId} and email like ${`p%${suffix}`}`;
    const belong = (name: string, who: ReturnType<typeof of>) =>
      sql`update contact set standard_fields = jsonb_build_object('ORGANIZATION', ${name}::text) where ${who}`.execute(
        db,
      );
    await belong('Kept', of('@gmail.example'));
    const rules = [{ field: 'ORGANIZATION', operator: 'EQUALS' as const, value: 'Kept' }];
    const contact_filter_id = await client()
      .contactFilters.create({ body: { name: 'Kept', rules } })
      .orThrow();
    const group = { name: 'Kept', type: 'regular', contact_filter_id } as const;
    const groupId = await client().targetGroups.create({ body: group }).orThrow();
    const mailing_ids = await createVariants(service, 2, 'Kept');
    for (const mailingid of mailing_ids)
      await client().regularMailings.setTargetGroup({ mailingid, body: groupId }).orThrow();
    const body = {
      name: 'Kept',
      share: 100,
      criterion: 'human_clicks',
      mailing_ids,
      send_times: usualTimes(),
    } as const;
    const id = await client()
      .experiments.create({ body: { ...body, mailing_ids } })
      .orThrow();
    await client().experiments.start({ experimentId: id }).orThrow();
    await sendVariant(mailing_ids[0]!);
    const parts = await partsOf(db, id);
    const [gone, left] = await db
      .selectFrom('contact')
      .select(['id', 'email'])
      .where(sql<boolean>`id = any(${parts.get(1)!}::int8[])`)
      .orderBy('id')
      .execute();
    await client().contacts.unsubscribeByEmail({ email: gone!.email! }).orThrow();
    await belong('Gone', sql`account_id = ${accountId} and id = ${left!.id}`);
    await sendVariant(mailing_ids[1]!);
    const later = addressesOf('Kept 1');
    expect(later).toHaveLength(parts.get(1)!.length - 1);
    expect(later).not.toContain(gone!.email);
    expect(later, 'is not in the target group any more').toContain(left!.email);
    await client().experiments.cancel({ experimentId: id }).orThrow();
    await sql`update contact set unsubscribed_at = null where account_id = ${accountId} and id = ${gone!.id}`.execute(
      db,
    );
  });

  test('a person chooses before the last variant has begun, which still goes to its part at its time', async () => {
    const { db } = service;
    const { id, mailings } = await startedExperiment(service, 2, 'Chosen', { send_times: usualTimes() });
    const [first, second] = mailings as [number, number];
    await sendVariant(first);
    expect((await client().experiments.decide({ experimentId: id, chosen: second })).error?.message).toBe(
      `Mailing with id ${second} is queued and cannot be chosen; its state must be sending or paused.`,
    );
    await client().experiments.decide({ experimentId: id, chosen: first }).orThrow();
    await decision(id);
    await reachRest(db, id, first);
    service.wakeWorker();
    await reached(service, first, 'done');
    expect(await stateOf(second)).toBe('queued');
    const parts = await partsOf(db, id);
    expect(addressesOf('Chosen 1')).toEqual([]);
    await begin(second);
    await reached(service, second, 'done');
    expect(addressesOf('Chosen 1')).toHaveLength(parts.get(1)!.length);
    expect(new Set(addressesOf('Chosen')).size).toBe(addressesOf('Chosen').length);
  });

  test('an experiment is canceled with a variant that has not begun, and with none that has', async () => {
    const none = await startedExperiment(service, 2, 'None', { send_times: usualTimes() });
    await client().experiments.cancel({ experimentId: none.id }).orThrow();
    for (const mailing of none.mailings) expect(await stateOf(mailing)).toBe('canceled');
    const { id, mailings } = await startedExperiment(service, 2, 'One', { send_times: usualTimes() });
    await sendVariant(mailings[0]!);
    const sent = addressesOf('One').length;
    await client().experiments.cancel({ experimentId: id }).orThrow();
    await reached(service, mailings[0]!, 'done');
    expect(await stateOf(mailings[1]!)).toBe('canceled');
    await begin(mailings[1]!);
    await begin(none.mailings[0]!);
    expect([addressesOf('None').length, addressesOf('One').length]).toEqual([0, sent]);
  });

  test('a variant that is canceled before its time stops the experiment', async () => {
    const { id, mailings } = await startedExperiment(service, 2, 'Stopped', { send_times: usualTimes() });
    await client().mailingActions.cancel({ mailingid: mailings[1]! }).orThrow();
    await vi.waitFor(async () => {
      expect(await read(id)).toMatchObject({ state: 'stopped', stop_reason: 'variant_canceled' });
    });
    await sendVariant(mailings[0]!);
    await client().experiments.decide({ experimentId: id, chosen: mailings[0]! }).orThrow();
    await reachRest(service.db, id, mailings[0]!);
    service.wakeWorker();
    await reached(service, mailings[0]!, 'done');
    expect(new Set(addressesOf('Stopped')).size).toBe(addressesOf('Stopped').length);
  });

  test('a time that was missed stops the experiment, and a person may still send the variant to its part', async () => {
    const { db } = service;
    const { id, mailings } = await startedExperiment(service, 2, 'Missed', { send_times: usualTimes() });
    const [first, second] = mailings as [number, number];
    await sendVariant(first);
    await begin(second, 3);
    await vi.waitFor(async () => {
      expect(await read(id)).toMatchObject({ state: 'stopped', stop_reason: 'variant_failed' });
    });
    const { items } = await client().account.listOutcomes({ kind: 'sendout', object_id: second }).orThrow();
    expect(items[0]!.reasons.map(({ code }) => code)).toEqual(['time_missed', 'experiment_stopped']);
    await client().mailings.sendNow({ mailingid: second }).orThrow();
    await allSent(db, [second]);
    expect(addressesOf('Missed 1')).toHaveLength((await partsOf(db, id)).get(1)!.length);
    await client().experiments.decide({ experimentId: id, chosen: second }).orThrow();
    // Somebody has stopped the worker for hours: the next day is the next time of day.
    await sql`update experiment set rest_at = now() - interval '3 hours' where id = ${id}`.execute(db);
    await sql`update job set due_at = now() where kind = 'advance-sendout' and key = ${String(second)}`.execute(db);
    service.wakeWorker();
    await vi.waitFor(async () => expect(Date.parse(`${(await read(id)).rest_starts}Z`)).toBeGreaterThan(Date.now()));
    expect(await read(id)).not.toHaveProperty('rest_contacts');
    await reachRest(db, id, second);
    service.wakeWorker();
    await reached(service, second, 'done');
    expect(new Set(addressesOf('Missed')).size).toBe(addressesOf('Missed').length);
  });

  test('revenue counts from the time of each variant on, and decides', async () => {
    const { db } = service;
    const draft = { share: 80, holdout: 20, criterion: 'revenue', hours: 24, send_times: usualTimes() } as const;
    const { id, mailings } = await startedExperiment(service, 2, 'Revenue', { ...draft, send_times: usualTimes() });
    const [first, second] = mailings as [number, number];
    const site_id = await client().conversions.createSite({ name: 'Bookshop', domain: 'books.example' }).orThrow();
    const goal_id = await client().conversions.createGoal({ siteId: site_id, name: 'Order' }).orThrow();
    let orders = 0;
    const buy = async (contacts: readonly number[], value: string) => {
      for (const contact_id of contacts)
        await client()
          .conversions.create({ body: { site_id, goal_id, order_id: `order ${++orders}`, value, contact_id } })
          .orThrow();
    };
    await sendVariant(first);
    const parts = await partsOf(db, id);
    const [one, two, held] = [parts.get(0)!, parts.get(1)!, parts.get(-1)!];
    // The second variant has not begun: what its contacts buy is no merit of it.
    await buy(two.slice(0, 5), '100.00');
    await buy(one.slice(0, 14), '10.00');
    await sql`update unattributed_conversion set at = at - interval '1 minute'`.execute(db);
    await sql`update conversion set at = at - interval '1 minute'`.execute(db);
    await sql`update experiment set drawn_at = drawn_at - interval '1 hour' where id = ${id}`.execute(db);
    await sql`update experiment_variant set starts_at = starts_at - interval '1 hour' where mailing_id = ${first}`.execute(
      db,
    );
    await sendVariant(second);
    await buy(two.slice(10, 26), '50.00');
    await buy(two.slice(10, 11), '0.50');
    await buy(held.slice(0, 1), '70.00');
    await passHours(db, mailings, 25);
    await decision(id);
    const report = await read(id);
    expect(report).toMatchObject({ decision: { kind: 'winner', mailing_id: second } });
    expect(report.decision!.p_value).toBeLessThan(0.01);
    const [least, most] = report.variants.map(({ revenue_per_contact }) => revenue_per_contact!);
    expect(report.variants.map(({ revenue }) => Number(revenue))).toEqual([140, 800.5]);
    expect(least!.value).toBeCloseTo(140 / one.length, 5);
    expect(most!.value).toBeCloseTo(800.5 / two.length, 5);
    for (const { low, value, high } of [least!, most!]) expect(low! < value && value < high!).toBe(true);
    expect(least!.high!).toBeLessThan(most!.low!);
    expect(report.holdout_result).toMatchObject({ mailed_converted: 14 + 5 + 16, held_out_converted: 1 });
    await client().experiments.cancel({ experimentId: id });
  });

  test('times that are no fair test are refused in words', async () => {
    const { experiments } = client();
    const mailing_ids = await createVariants(service, 2, 'Refused');
    const refused = async (draft: Partial<ExperimentDraft>) => {
      const body = { name: 'Refused', share: 50, criterion: 'human_clicks', mailing_ids, ...draft } as const;
      const { status, error } = await experiments.create({ body });
      return `${status} ${error?.message}`;
    };
    expect(await refused({ send_times: ['09:00', '10:00', '11:00'] })).toBe(
      '400 send_times must have one time for each of mailing_ids but has 3 for 2 mailings.',
    );
    expect(await refused({ send_times: ['09:00', '24:00'] })).toContain('400 ');
    const differ = { send_times: ['09:00', '18:00'], criterion: 'revenue' } as const;
    expect(await refused({ ...differ, send_times: [...differ.send_times], hours: 4 })).toBe(
      '400 hours must be a multiple of 24 to compare revenue of variants that are sent at different times of day but was 4.',
    );
    const same = { send_times: ['09:00', '09:00'], criterion: 'conversions' } as const;
    expect(await refused({ ...same, send_times: [...same.send_times], hours: 4 })).toContain('undefined');
  });
});
