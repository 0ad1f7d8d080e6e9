import type { AutomationProgramDraft, Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

type Start = NonNullable<AutomationProgramDraft['start_date']>;

const day = 86_400_000;
const birthday: Start = { field: 'BIRTHDAY', days: 0, repeat: 'yearly', hour: 9 };

describe.each(usualDatabases())('programs that a date starts on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  let client: Client;
  let made = 0;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    client = service.client;
    await client.contacts.createCustomField({ field: 'RENEWAL', type: 'date' }).orThrow();
    await client.contacts.createCustomField({ field: 'SIZE', type: 'integer' }).orThrow();
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  const draft = (start_date?: Start, changes: Partial<AutomationProgramDraft> = {}): AutomationProgramDraft => ({
    name: `Program ${++made}`,
    state: 'released',
    steps: [{ kind: 'end' }],
    ...(start_date && { start_date }),
    ...changes,
  });
  const create = (body: AutomationProgramDraft) => client.marketingAutomation.create({ body }).orThrow();
  const get = (programId: number) => client.marketingAutomation.get({ programId }).orThrow();
  const instant = (text: string | undefined) => Date.parse(`${text?.replace(' ', 'T')}Z`);

  test.each<[string, Start]>([
    ['of a birthday', birthday],
    ['of a field of the account', { is_customfield: true, field: 'RENEWAL', days: -30, repeat: 'once', hour: 0 }],
  ])('the date %s comes back as it went, with the time at which contacts begin next', async (_, start_date) => {
    const now = Date.now();
    const program = await create(draft(start_date));
    expect([program.start_date, (await get(program.id)).start_date]).toEqual([start_date, start_date]);
    const next = instant(program.next_start);
    expect([next > now - 1000, next <= now + day + 1000, new Date(next).getUTCHours()]).toEqual([
      true,
      true,
      start_date.hour,
    ]);
    const { name } = program;
    const paused = draft(start_date, { name, state: 'draft' });
    expect(
      await client.marketingAutomation.update({ programId: program.id, body: paused }).orThrow(),
    ).not.toHaveProperty('next_start');
    const other = draft(undefined, { name, start_event: 'DOI_CONFIRMED' });
    const changed = await client.marketingAutomation.update({ programId: program.id, body: other }).orThrow();
    expect([changed.start_event, 'start_date' in changed, 'next_start' in changed]).toEqual([
      'DOI_CONFIRMED',
      false,
      false,
    ]);
  });

  test('days that are left out are the day itself', async () => {
    const { start_date } = await create(draft({ field: 'NAMEDAY', repeat: 'once', hour: 23 }, { state: 'draft' }));
    expect(start_date).toEqual({ field: 'NAMEDAY', days: 0, repeat: 'once', hour: 23 });
  });

  test.each<[string, AutomationProgramDraft, string]>([
    ['an event beside it', draft(birthday, { start_event: 'DOI_CONFIRMED' }), 'exclude each other'],
    ['a field without dates', draft({ ...birthday, field: 'CITY' }), 'must be BIRTHDAY, NAMEDAY or a custom field'],
    ['a custom field without dates', draft({ ...birthday, field: 'SIZE', is_customfield: true }), 'but was "SIZE"'],
    ['no custom field', draft({ ...birthday, field: 'RENEWED', is_customfield: true }), 'but was "RENEWED"'],
    ['a custom field that is called a standard one', draft({ ...birthday, field: 'RENEWAL' }), 'but was "RENEWAL"'],
    ['too many days', draft({ ...birthday, days: 366 }), 'start_date.days must not exceed 365'],
    ['no hour of the day', draft({ ...birthday, hour: 24 }), 'start_date.hour must not exceed 23'],
  ])('%s is refused', async (_, body, message) => {
    const refused = await client.marketingAutomation.create({ body });
    expect(refused).toMatchObject({ status: 400, error: { message: expect.stringContaining(message) } });
  });

  test('a field that starts a program is kept until another one starts it', async () => {
    await client.contacts.createCustomField({ field: 'ARRIVAL', type: 'timestamp' }).orThrow();
    const start: Start = { is_customfield: true, field: 'ARRIVAL', days: 1, repeat: 'once', hour: 9 };
    const { id: programId, name } = await create(draft(start));
    await client.contacts.renameCustomField({ oldname: 'ARRIVAL', newname: 'CHECK_IN' }).orThrow();
    expect((await get(programId)).start_date).toEqual({ ...start, field: 'CHECK_IN' });
    const refused = { status: 409, error: { message: expect.stringContaining(`automation program "${name}"`) } };
    expect(await client.contacts.deleteCustomField({ field: 'CHECK_IN' })).toMatchObject(refused);
    await client.marketingAutomation.update({ programId, body: draft(birthday, { name }) }).orThrow();
    await client.contacts.deleteCustomField({ field: 'CHECK_IN' }).orThrow();
  });

  test('the hour is that of the time zone of the account, also after a change of it', async () => {
    const { id, next_start } = await create(draft(birthday));
    await client.account.update({ body: { time_zone: 'Asia/Kolkata' } }).orThrow();
    const moved = async () => instant((await get(id)).next_start) - instant(next_start);
    await expect.poll(moved).toBe(-5.5 * 3_600_000);
    const { due_at } = await service.db
      .selectFrom('job')
      .select('due_at')
      .where('kind', '=', 'automation-starts')
      .where('key', '=', String(id))
      .executeTakeFirstOrThrow();
    expect(due_at.getTime()).toBe(instant(next_start) - 5.5 * 3_600_000);
    await client.account.update({ body: { time_zone: 'UTC' } }).orThrow();
  });

  test('who may begin comes back as it went, is kept to, and its filter is not deleted', async () => {
    const rules = [{ field: 'CITY', operator: 'EQUALS' as const, value: 'Paris' }];
    const contact_filter_id = await client.contactFilters.create({ body: { name: 'Paris', rules } }).orThrow();
    for (const [email, CITY] of [
      ['paris@example.org', 'Paris'],
      ['rome@example.org', 'Rome'],
    ] as const) {
      const standard_fields = [{ name: 'CITY' as const, value: CITY }];
      await client.contacts.createByEmail({ email, permission: 4, body: { standard_fields } }).orThrow();
    }
    const body = draft(undefined, { contact_filter_id, again_after_days: null });
    const { id: programId, name } = await create(body);
    expect(await get(programId)).toMatchObject({ contact_filter_id, again_after_days: null });
    const emails = ['paris@example.org', 'rome@example.org'];
    const ended = service.db
      .selectFrom('automation_run')
      .select('ended_at')
      .where('program_id', '=', programId)
      .where('ended_at', 'is not', null);
    for (const _ of 'twice') {
      await client.marketingAutomation.start({ programId, body: { emails } }).orThrow();
      await expect.poll(async () => (await ended.execute()).length).toBe(1);
    }
    const refused = { status: 409, error: { message: expect.stringContaining(`automation program "${name}"`) } };
    expect(await client.contactFilters.delete({ contactFilterId: contact_filter_id })).toMatchObject(refused);
    const changed = await client.marketingAutomation
      .update({ programId, body: draft(undefined, { name, again_after_days: 30 }) })
      .orThrow();
    expect([changed.again_after_days, 'contact_filter_id' in changed]).toEqual([30, false]);
    await client.contactFilters.delete({ contactFilterId: contact_filter_id }).orThrow();
    const missing = await client.marketingAutomation.create({ body: draft(undefined, { contact_filter_id }) });
    expect(missing.status).toBe(404);
  });

  test('on the day, each contact who has it gets the mail of the program', async () => {
    const mailing_id = await client.mailings
      .create({ name: 'Wishes', subject: 'Happy birthday!', type: 'trigger' })
      .orThrow();
    await client.mailings.setSender({ mailingid: mailing_id, body: 'shop@example.org' }).orThrow();
    await client.mailings.setHtml({ mailingid: mailing_id, body: '<p>All the best</p>' }).orThrow();
    await client.triggerMailings
      .createDispatching({ mailingid: mailing_id, body: { type: 'EXTERNAL', start_trigger: true } })
      .orThrow();
    const today = new Date().toISOString().slice(0, 10);
    const born = (BIRTHDAY: string) => ({ standard_fields: [{ name: 'BIRTHDAY' as const, value: BIRTHDAY }] });
    const other = new Date(Date.parse(today) - 40 * day).toISOString().slice(0, 10);
    for (const [email, date] of [
      ['ada@example.org', `1984${today.slice(4)}`],
      ['bob@example.org', `1984${other.slice(4)}`],
    ] as const)
      await client.contacts.createByEmail({ email, permission: 4, body: born(date) }).orThrow();
    const body = draft({ ...birthday, hour: 0 }, { steps: [{ kind: 'send', mailing_id }] });
    const { id: programId } = await create(body);
    // Its day has been planned before today, when it is saved again.
    await service.db.updateTable('automation_program').set({ start_day: today }).where('id', '=', programId).execute();
    await client.marketingAutomation.update({ programId, body }).orThrow();
    expect((await smtp.mailTo('ada@example.org')).email.subject).toBe('Happy birthday!');
    const runs = service.db.selectFrom('automation_run').select('for_date').where('program_id', '=', programId);
    expect(await runs.execute()).toEqual([{ for_date: today }]);
    await expect.poll(async () => instant((await get(programId)).next_start)).toBe(Date.parse(today) + day);
  });
});
