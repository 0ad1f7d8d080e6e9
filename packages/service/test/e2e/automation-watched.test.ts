import type { AutomationProgramDraft, Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { sendTracked, visit } from '../support/tracked-mailing.ts';

type StartOn = NonNullable<AutomationProgramDraft['start_on']>;

describe.each(usualDatabases())('programs that start when something happens on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  let client: Client;
  let mailing_id: number;
  let goal_id: number;
  let site_id: number;
  let contact_filter_id: number;
  let made = 0;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    client = service.client;
    await client.contacts.createCustomField({ field: 'OFFERS', type: 'boolean' }).orThrow();
    await client.contacts.createCustomField({ field: 'SIZE', type: 'integer' }).orThrow();
    mailing_id = await client.mailings.create({ name: 'Hello', subject: 'Hello!', type: 'trigger' }).orThrow();
    await client.mailings.setSender({ mailingid: mailing_id, body: 'shop@example.org' }).orThrow();
    await client.mailings.setHtml({ mailingid: mailing_id, body: '<p>Hello</p>' }).orThrow();
    await client.triggerMailings
      .createDispatching({ mailingid: mailing_id, body: { type: 'EXTERNAL', start_trigger: true } })
      .orThrow();
    site_id = await client.conversions.createSite({ name: 'Watched shop', domain: 'example.com' }).orThrow();
    const rules = [{ field: 'CITY', operator: 'EQUALS' as const, value: 'Lyon' }];
    contact_filter_id = await client.contactFilters.create({ body: { name: 'In Lyon', rules } }).orThrow();
    goal_id = await client.conversions.createGoal({ siteId: site_id, name: 'Order' }).orThrow();
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  const draft = (start_on?: StartOn, changes: Partial<AutomationProgramDraft> = {}): AutomationProgramDraft => ({
    name: `Program ${++made}`,
    state: 'released',
    steps: [{ kind: 'end' }],
    ...(start_on && { start_on }),
    ...changes,
  });
  const create = (body: AutomationProgramDraft) => client.marketingAutomation.create({ body }).orThrow();
  const contact = (email: string, body = {}) => client.contacts.createByEmail({ email, permission: 4, body }).orThrow();
  const started = async (programId: number) => {
    const { runs } = await client.marketingAutomation.getProgress({ programId }).orThrow();
    return runs.map(({ contact_id }) => contact_id);
  };
  /** A program that comes to its end at once, as a draft again afterwards. */
  async function begun(start_on: StartOn, work: () => Promise<unknown>, wanted: number[]): Promise<void> {
    const program = await create(draft(start_on));
    await work();
    await expect.poll(() => started(program.id)).toEqual(wanted);
    const body = draft(start_on, { name: program.name, state: 'draft' });
    await client.marketingAutomation.update({ programId: program.id, body }).orThrow();
  }

  test.each<[StartOn, StartOn?]>([
    [{ kind: 'contact_created' }, { kind: 'contact_created', imports: false, existing: false }],
    [{ kind: 'contact_created', imports: true, existing: true }],
    [
      { kind: 'tag_added', tag: ' two  words' },
      { kind: 'tag_added', tag: 'two words' },
    ],
    [{ kind: 'tag_removed', tag: 'VIP' }],
    [{ kind: 'field_changed', field: 'CITY' }],
    [{ kind: 'field_changed', field: 'CITY', from: null, to: 'Paris' }],
    [
      { kind: 'field_changed', is_customfield: true, field: 'OFFERS', from: '1', to: '0' },
      { kind: 'field_changed', is_customfield: true, field: 'OFFERS', from: 'true', to: 'false' },
    ],
  ])('%j comes back as it went', async (start_on, wanted = start_on) => {
    const { id: programId, start_on: created } = await create(draft(start_on, { state: 'draft' }));
    const read = await client.marketingAutomation.get({ programId }).orThrow();
    expect([created, read.start_on, read.start_event, read.start_date]).toEqual([wanted, wanted, undefined, undefined]);
    const { name } = read;
    const changed = await client.marketingAutomation
      .update({ programId, body: draft(undefined, { name, start_event: 'DOI_CONFIRMED' }) })
      .orThrow();
    expect([changed.start_event, 'start_on' in changed]).toEqual(['DOI_CONFIRMED', false]);
    await client.marketingAutomation.update({ programId, body: draft(undefined, { name, state: 'draft' }) }).orThrow();
  });

  test('those of mailings and goals come back as they went', async () => {
    const starts: StartOn[] = [
      { kind: 'link_clicked', mailing_id },
      { kind: 'link_clicked', mailing_id, link: 'https://example.com/?a=1&b=2' },
      { kind: 'mailing_opened', mailing_id },
      { kind: 'goal_reached', goal_id },
      { kind: 'goal_reached', goal_id, mailing_id },
      { kind: 'segment_entered', contact_filter_id, existing: true },
      { kind: 'segment_left', contact_filter_id },
      { kind: 'unsubscribed' },
      { kind: 'program_ended', program_id: (await create(draft())).id },
    ];
    for (const start_on of starts) {
      const { id: programId } = await create(draft(start_on, { state: 'draft' }));
      expect((await client.marketingAutomation.get({ programId }).orThrow()).start_on).toEqual(start_on);
    }
  });

  test.each<[string, () => AutomationProgramDraft, number, string]>([
    ['an event beside it', () => draft({ kind: 'contact_created' }, { start_event: 'DOI_CONFIRMED' }), 400, 'exclude'],
    [
      'a date beside it',
      () => draft({ kind: 'contact_created' }, { start_date: { field: 'BIRTHDAY', repeat: 'once', hour: 1 } }),
      400,
      'exclude',
    ],
    ['no such field', () => draft({ kind: 'field_changed', field: 'TOWN' }), 400, 'start_on: "TOWN" is not a standard'],
    [
      'no such custom field',
      () => draft({ kind: 'field_changed', is_customfield: true, field: 'CITY' }),
      400,
      'start_on: "CITY" is not a custom field',
    ],
    [
      'a value that the field does not take',
      () => draft({ kind: 'field_changed', is_customfield: true, field: 'SIZE', to: 'big' }),
      400,
      'start_on: custom field SIZE must be an integer',
    ],
    [
      'the same value before and afterwards',
      () => draft({ kind: 'field_changed', is_customfield: true, field: 'SIZE', from: '7', to: '07' }),
      400,
      'must not be the same',
    ],
    ['a tag with a comma', () => draft({ kind: 'tag_added', tag: 'a,b' }), 400, 'start_on.tag'],
    ['no such mailing', () => draft({ kind: 'mailing_opened', mailing_id: 404404 }), 404, '404404'],
    ['no such goal', () => draft({ kind: 'goal_reached', goal_id: 404404 }), 404, 'Goal with id 404404'],
    [
      'no such contact filter',
      () => draft({ kind: 'segment_left', contact_filter_id: 404404 }),
      404,
      'Contact filter with id 404404',
    ],
    [
      'no such program',
      () => draft({ kind: 'program_ended', program_id: 404404 }),
      404,
      'Automation program with id 404404',
    ],
    ['no such kind', () => draft({ kind: 'full_moon' } as unknown as StartOn), 400, 'start_on.kind'],
  ])('%s is refused', async (_, body, status, message) => {
    const refused = await client.marketingAutomation.create({ body: body() });
    expect(refused).toMatchObject({ status, error: { message: expect.stringContaining(message) } });
  });

  test('a contact that is created gets the mail of the program, one that is synchronized by choice', async () => {
    const body = draft({ kind: 'contact_created' }, { steps: [{ kind: 'send', mailing_id }] });
    const { id: programId, name } = await create(body);
    await client.contacts.synchronize({ body: [{ email: 'many@example.org' }] }).orThrow();
    const ada = await contact('new-ada@example.org');
    expect((await smtp.mailTo('new-ada@example.org')).email.subject).toBe('Hello!');
    expect(await started(programId)).toEqual([ada]);
    await client.marketingAutomation.update({ programId, body: { ...body, name, state: 'draft' } }).orThrow();
  });

  test('who is there when it is released begins, if that is wanted', async () => {
    const all = (await client.contacts.list({ page_size: 100 }).orThrow()).items.map(({ id }) => id);
    const start_on: StartOn = { kind: 'contact_created', existing: true };
    await begun(
      start_on,
      async () => {},
      all.toSorted((one, other) => other - one),
    );
  });

  test('tags, fields and topics', async () => {
    const id = await contact('changes@example.org');
    const tags = (...tag: string[]) => client.contacts.setTags({ id, tag }).orThrow();
    const set = (name: string, value: string) =>
      client.contacts.update({ id, ignore_checksum: true, body: { custom_fields: [{ name, value }] } }).orThrow();
    await begun({ kind: 'tag_added', tag: 'vip' }, () => tags('VIP'), [id]);
    await begun({ kind: 'tag_removed', tag: 'vip' }, () => tags(), [id]);
    await set('OFFERS', 'true');
    const left: StartOn = { kind: 'field_changed', is_customfield: true, field: 'OFFERS', from: 'true', to: 'false' };
    await begun(left, () => set('OFFERS', 'false'), [id]);
  });

  test('a person who opens, clicks and buys', async () => {
    const id = await contact('reads@example.org');
    const html = '<a href="https://shop.example.com/a">Shop</a><a href="https://shop.example.com/b">More</a>';
    const mails = await sendTracked(service, html, [id]);
    const { pixel, links } = mails.mailOf(id);
    const { mailingId } = mails;
    await begun({ kind: 'mailing_opened', mailing_id: mailingId }, () => visit(service, pixel!), [id]);
    const link = 'https://shop.example.com/b';
    await begun({ kind: 'link_clicked', mailing_id: mailingId, link }, () => visit(service, links[1]!), [id]);
    const order = { site_id, goal_id, order_id: 'o-1', value: '9', contact_id: id };
    await begun({ kind: 'goal_reached', goal_id }, () => client.conversions.create({ body: order }).orThrow(), [id]);
  });

  test('who enters a segment, unsubscribes, or comes to the end of another program', async () => {
    const id = await contact('enters@example.org');
    const set = (value: string) =>
      client.contacts
        .update({ id, ignore_checksum: true, body: { standard_fields: [{ name: 'CITY', value }] } })
        .orThrow();
    /** The contacts are compared now, and not in some minutes. */
    const compare = async () => {
      const compared = service.db
        .selectFrom('automation_program')
        .select('settled_until')
        .where('state', '=', 'released');
      await expect.poll(async () => (await compared.execute()).every((each) => each.settled_until === null)).toBe(true);
      const now = new Date();
      await service.db.updateTable('job').set({ due_at: now }).where('kind', '=', 'automation-segments').execute();
    };
    const other = await create(draft({ kind: 'segment_entered', contact_filter_id }));
    await begun({ kind: 'program_ended', program_id: other.id }, async () => {
      await compare();
      expect(await started(other.id)).toEqual([]);
      await set('Lyon');
      await compare();
      await expect.poll(() => started(other.id)).toEqual([id]);
    }, [id]);
    expect(await client.contactFilters.delete({ contactFilterId: contact_filter_id })).toMatchObject({ status: 409 });
    await client.marketingAutomation
      .update({ programId: other.id, body: draft(undefined, { name: other.name, state: 'draft' }) })
      .orThrow();
    await begun(
      { kind: 'unsubscribed' },
      () => client.contacts.unsubscribeByEmail({ email: 'enters@example.org' }).orThrow(),
      [id],
    );
  });

  test('fields and mailings that start a program are kept until others start it', async () => {
    await client.contacts.createCustomField({ field: 'SHOE', type: 'string' }).orThrow();
    const kept = await client.mailings.create({ name: 'Kept', subject: 'Kept' }).orThrow();
    const start: StartOn = { kind: 'field_changed', is_customfield: true, field: 'SHOE' };
    const field = await create(draft(start, { state: 'draft' }));
    const mailing = await create(draft({ kind: 'link_clicked', mailing_id: kept }, { state: 'draft' }));
    await client.contacts.renameCustomField({ oldname: 'SHOE', newname: 'BOOT' }).orThrow();
    const read = await client.marketingAutomation.get({ programId: field.id }).orThrow();
    expect(read.start_on).toEqual({ ...start, field: 'BOOT' });
    const refused = (name: string) => ({
      status: 409,
      error: { message: expect.stringContaining(`automation program "${name}"`) },
    });
    expect(await client.contacts.deleteCustomField({ field: 'BOOT' })).toMatchObject(refused(field.name));
    expect(await client.mailings.delete({ mailingId: kept })).toMatchObject(refused(mailing.name));
    for (const { id: programId, name } of [field, mailing])
      await client.marketingAutomation
        .update({ programId, body: draft(undefined, { name, state: 'draft' }) })
        .orThrow();
    await client.contacts.deleteCustomField({ field: 'BOOT' }).orThrow();
    await client.mailings.delete({ mailingId: kept }).orThrow();
  });
});
