import type { AutomationProgramDraft, Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { confirmLink, releaseOptInMailing } from '../support/opt-in.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const faultOf = (result: { ok: boolean; error?: { message: string } }) => result.error?.message;

type Steps = AutomationProgramDraft['steps'];

describe.each(usualDatabases())('automation programs on $kind', ({ open }) => {
  let smtp: SmtpSink;
  let service: TestService;
  let client: Client;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    client = service.client;
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  let made = 0;
  const draft = (steps: Steps, state: AutomationProgramDraft['state'] = 'released') => ({
    name: `Program ${++made}`,
    state,
    steps,
  });
  const create = (steps: Steps, state?: AutomationProgramDraft['state']) =>
    client.marketingAutomation.create({ body: draft(steps, state) }).orThrow();
  const contact = (email: string, permission: 1 | 2 = 2) =>
    client.contacts.createByEmail({ email, permission, body: {} }).orThrow();
  const runs = (programId: number) =>
    service.db.selectFrom('automation_run').selectAll().where('program_id', '=', programId).orderBy('id').execute();

  async function releaseTrigger(): Promise<number> {
    const mailingid = await client.mailings
      .create({ name: `Trigger ${++made}`, subject: 'Welcome', type: 'trigger' })
      .orThrow();
    await client.mailings.setSender({ mailingid, body: 'shop@example.org' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: '<p>Welcome</p>' }).orThrow();
    await service.db.updateTable('mailing').set({ state: 'released' }).where('id', '=', mailingid).execute();
    return mailingid;
  }

  test('a program comes back as it went, is listed, and gets a new version by each update', async () => {
    await client.contacts.createCustomField({ field: 'LEVEL', type: 'integer' }).orThrow();
    const contact_filter_id = await client.contactFilters
      .create({ body: { name: 'In Paris', rules: [{ field: 'CITY', operator: 'EQUALS', value: 'Paris' }] } })
      .orThrow();
    const mailing_id = await releaseTrigger();
    const body = draft(
      [
        { kind: 'send', name: 'hello', mailing_id },
        { kind: 'wait', duration: 'P1DT2H30M' },
        { kind: 'wait_until', day_of_week: 2, hour: 9 },
        { kind: 'branch', contact_filter_id, matching: 'hello' },
        { kind: 'set', is_customfield: true, field: 'LEVEL', value: '2' },
        { kind: 'set', field: 'CITY', value: null },
        { kind: 'end' },
      ],
      'draft',
    );
    const program = await client.marketingAutomation.create({ body }).orThrow();
    const times = { created: expect.any(String), updated: expect.any(String) };
    expect(program).toEqual({ ...body, id: expect.any(Number), version: 1, active_runs: 0, ...times });
    const programId = program.id;
    expect(await client.marketingAutomation.get({ programId }).orThrow()).toEqual(program);
    await client.contacts.renameCustomField({ oldname: 'LEVEL', newname: 'STAGE' }).orThrow();
    const changed = { ...body, state: 'released' as const, steps: body.steps.slice(3, 5) };
    changed.steps[0] = { kind: 'branch', contact_filter_id };
    expect((await client.marketingAutomation.get({ programId }).orThrow()).steps[4]).toMatchObject({ field: 'STAGE' });
    changed.steps[1] = { kind: 'set', is_customfield: true, field: 'STAGE', value: '3' };
    const updated = await client.marketingAutomation.update({ programId, body: changed }).orThrow();
    expect(updated).toEqual({ ...changed, id: programId, version: 2, active_runs: 0, ...times });
    expect(await client.marketingAutomation.list().orThrow()).toContainEqual(updated);
  });

  test('every other kind of step comes back as it went, with the goal, and keeps what it needs', async () => {
    const [contact_filter_id, goal] = await Promise.all(
      ['Waited for', 'Wanted'].map((name) =>
        client.contactFilters
          .create({ body: { name, rules: [{ field: 'CITY', operator: 'EQUALS', value: 'Paris' }] } })
          .orThrow(),
      ),
    );
    const { id: program_id } = await create([{ kind: 'end' }]);
    const body: AutomationProgramDraft = {
      ...draft(
        [
          { kind: 'send', name: 'offer', mailing_id: await releaseTrigger() },
          { kind: 'wait_for', contact_filter_id: contact_filter_id!, at_most: 'P7D', others: 'offer' },
          { kind: 'wait_for_activity', sent_by: 'offer', activity: 'opened', at_most: 'PT1H' },
          { kind: 'branch_activity', sent_by: 'offer', activity: 'clicked', matching: 'last' },
          { kind: 'branch_random', percent: 10, others: 'last' },
          { kind: 'add_tag', tag: 'VIP' },
          { kind: 'remove_tag', tag: 'New' },
          { kind: 'start_program', program_id },
          { kind: 'leave_program', program_id },
          { kind: 'end', name: 'last' },
        ],
        'draft',
      ),
      goal: { contact_filter_id: goal! },
    };
    const { id: programId } = await client.marketingAutomation.create({ body }).orThrow();
    expect(await client.marketingAutomation.get({ programId }).orThrow()).toMatchObject(body);
    for (const contactFilterId of [contact_filter_id!, goal!])
      expect(await client.contactFilters.delete({ contactFilterId })).toMatchObject({
        status: 409,
        error: { message: expect.stringContaining(`automation program "${body.name}"`) },
      });
  });

  test.each<[string, Steps, number, string]>([
    [
      'a program that there is not',
      [{ kind: 'start_program', program_id: 404404 }],
      404,
      'Automation program with id 404404',
    ],
    [
      'a time zone in a field that there is not',
      [{ kind: 'wait_until', hour: 9, zone_field: 'ZONE' }],
      400,
      'steps[0]: zone_field must be a custom field of type string but was "ZONE"',
    ],
    ['a tag with a comma', [{ kind: 'add_tag', tag: 'a,b' }], 400, 'steps[0].tag'],
    [
      'a mail that no step sends',
      [{ kind: 'branch_activity', sent_by: 'offer', activity: 'opened' }],
      400,
      'steps[0]: sent_by must be the name of a step that sends a mailing but was "offer"',
    ],
    [
      'a user that there is not',
      [{ kind: 'notify', email: 'nobody@example.org' }],
      400,
      'steps[0]: email must be the address of an active user of the account but was "nobody@example.org"',
    ],
    ['a mailing that there is not', [{ kind: 'send', mailing_id: 404404 }], 404, 'Mailing with id 404404'],
    [
      'a filter that there is not',
      [{ kind: 'branch', contact_filter_id: 404404 }],
      404,
      'Contact filter with id 404404',
    ],
    [
      'a field that there is not',
      [{ kind: 'set', field: 'SHOE', value: '1' }],
      400,
      'steps[0]: "SHOE" is not a standard field',
    ],
    [
      'a value that the field cannot have',
      [{ kind: 'set', field: 'GENDER', value: 'x' }],
      400,
      'GENDER must be m, f or d',
    ],
    ['a circle', [{ kind: 'branch', name: 'a', contact_filter_id: 1, others: 'a' }], 400, 'in a circle without a wait'],
  ])('%s is refused, and nothing is changed', async (_, steps, status, message) => {
    const { id: programId } = await create([{ kind: 'end' }]);
    for (const result of [
      await client.marketingAutomation.create({ body: draft(steps) }),
      await client.marketingAutomation.update({ programId, body: draft(steps) }),
    ]) {
      expect([result.status, faultOf(result)]).toEqual([status, expect.stringContaining(message)]);
    }
    expect(await client.marketingAutomation.get({ programId }).orThrow()).toMatchObject({ version: 1 });
  });

  test('names are unique, programs that there are not are 404, and drafts cannot be started', async () => {
    const { name } = await create([{ kind: 'end' }]);
    const { id: programId } = await create([{ kind: 'end' }], 'draft');
    const body = { name, state: 'draft' as const, steps: [{ kind: 'end' as const }] };
    expect((await client.marketingAutomation.create({ body })).status).toBe(409);
    expect((await client.marketingAutomation.update({ programId, body })).status).toBe(409);
    expect((await client.marketingAutomation.update({ programId: 404404, body })).status).toBe(404);
    expect((await client.marketingAutomation.get({ programId: 404404 })).status).toBe(404);
    await contact('draft@example.org');
    const emails = { emails: ['draft@example.org'] };
    expect((await client.marketingAutomation.start({ programId: 404404, body: emails })).status).toBe(404);
    expect((await client.marketingAutomation.start({ programId, body: emails })).status).toBe(409);
    expect(await runs(programId)).toEqual([]);
  });

  test('a program is started by hand for a segment, for as many contacts as were counted', async () => {
    const { id: programId } = await create([{ kind: 'wait', duration: 'P1D' }]);
    const rules = [{ field: 'CITY', operator: 'EQUALS' as const, value: 'Nantes' }];
    const contact_filter_id = await client.contactFilters.create({ body: { name: 'Nantes', rules } }).orThrow();
    const body = { standard_fields: [{ name: 'CITY' as const, value: 'Nantes' }] };
    const id = await client.contacts.createByEmail({ email: 'nantes@example.org', permission: 2, body }).orThrow();
    const count = () => client.marketingAutomation.countStarters({ programId, contact_filter_id }).orThrow();
    expect(await count()).toBe(1);
    await client.marketingAutomation.start({ programId, body: { contact_filter_id } }).orThrow();
    await expect.poll(async () => (await runs(programId)).map(({ contact_id }) => contact_id)).toEqual([id]);
    expect(await count()).toBe(0);
    for (const wrong of [{}, { contact_filter_id, emails: ['nantes@example.org'] }])
      expect(await client.marketingAutomation.start({ programId, body: wrong })).toMatchObject({
        status: 400,
        error: { message: expect.stringContaining('either emails or contact_filter_id') },
      });
    const missing = { programId, body: { contact_filter_id: 404404 } };
    expect(await client.marketingAutomation.start(missing)).toMatchObject({ status: 404 });
  });

  test('when an address is no contact, the answer names it and nobody begins', async () => {
    const { id: programId } = await create([{ kind: 'wait', duration: 'P1D' }]);
    await contact('known@example.org');
    const emails = ['known@example.org', 'stranger@example.org', 'no address'];
    const result = await client.marketingAutomation.start({ programId, body: { emails } });
    expect([result.status, faultOf(result)]).toEqual([
      400,
      expect.stringContaining('no contacts with these addresses: stranger@example.org, no address.'),
    ]);
    expect(await runs(programId)).toEqual([]);
  });

  test('contacts that are under way already are left out', async () => {
    const { id: programId } = await create([{ kind: 'wait', duration: 'P1D' }]);
    await contact('one@example.org');
    await contact('two@example.org');
    const start = (...emails: string[]) => client.marketingAutomation.start({ programId, body: { emails } }).orThrow();
    await start('one@example.org', 'ONE@example.org');
    await start('one@example.org', 'two@example.org');
    expect(await client.marketingAutomation.get({ programId }).orThrow()).toMatchObject({ active_runs: 2 });
    expect(await runs(programId)).toHaveLength(2);
  });

  test('contacts that have come to the end may begin again', async () => {
    const { id: programId } = await create([{ kind: 'end' }]);
    await contact('again@example.org');
    for (const times of [1, 2]) {
      await client.marketingAutomation.start({ programId, body: { emails: ['again@example.org'] } }).orThrow();
      const ended = async () => (await runs(programId)).filter(({ ended_at }) => ended_at !== null).length;
      await expect.poll(ended).toBe(times);
    }
  });

  test('a started program sends its mailing to those who may get it, and goes on to its end', async () => {
    const mailing_id = await releaseTrigger();
    const { id: programId } = await create([
      { kind: 'send', mailing_id },
      { kind: 'set', field: 'CITY', value: 'Paris' },
    ]);
    const id = await contact('ada@example.org');
    await contact('without.permission@example.org', 1);
    const emails = ['ada@example.org', 'without.permission@example.org'];
    await client.marketingAutomation.start({ programId, body: { emails } }).orThrow();
    expect((await smtp.mailTo('ada@example.org')).email.subject).toBe('Welcome');
    const outcomes = service.db.selectFrom('recipient').select('state').where('mailing_id', '=', mailing_id);
    const states = async () => (await outcomes.execute()).map(({ state }) => state).sort();
    await expect.poll(states).toEqual(['sent', 'skipped'].sort());
    expect(await client.marketingAutomation.get({ programId }).orThrow()).toMatchObject({ active_runs: 0 });
    const { standard_fields } = await client.contacts
      .get({ id, ignore_checksum: true, standard_field: ['CITY'] })
      .orThrow();
    expect(JSON.stringify(standard_fields)).toContain('Paris');
  });

  test('who is erased goes through no program any more', async () => {
    const { id: programId } = await create([{ kind: 'wait', duration: 'P1D' }]);
    await contact('gone@example.org');
    await client.marketingAutomation.start({ programId, body: { emails: ['gone@example.org'] } }).orThrow();
    await client.contacts.deleteByEmail({ email: 'gone@example.org' }).orThrow();
    expect(await runs(programId)).toEqual([]);
  });

  test('who is in a transaction begins the programs that wait for its type; when only stored, nobody', async () => {
    const type = await client.transactions.createType({ body: { name: 'shop.first_order' } }).orThrow();
    const stored = await client.transactions.createType({ body: { name: 'shop.seen', storeOnly: true } }).orThrow();
    const waiting: Steps = [{ kind: 'wait', duration: 'P1D' }];
    const begins = (start_event: string, state?: AutomationProgramDraft['state']) =>
      client.marketingAutomation.create({ body: { ...draft(waiting, state), start_event } }).orThrow();
    const program = await begins(String(type));
    expect(program.start_event).toBe(String(type));
    const others = [await begins(String(type), 'draft'), await begins('doi_confirmed'), await begins(String(stored))];
    expect(others[1]!.start_event).toBe('DOI_CONFIRMED');
    const to = (email: string, id = type) => ({ type: id, import: { contact: { email, permission: 2 as const } } });
    const body = [
      to('buyer@example.org'),
      to('buyer@example.org'),
      to('second@example.org'),
      to('seen@example.org', stored),
    ];
    await client.transactions.create({ body }).orThrow();
    expect(await client.marketingAutomation.get({ programId: program.id }).orThrow()).toMatchObject({ active_runs: 2 });
    for (const { id } of others) expect(await runs(id)).toEqual([]);
  });

  test('who confirms an opt-in begins the programs that wait for it', async () => {
    const mailing_id = await releaseTrigger();
    const body = { ...draft([{ kind: 'send', mailing_id }]), start_event: 'DOI_CONFIRMED' };
    const { id } = await client.marketingAutomation.create({ body }).orThrow();
    await releaseOptInMailing(service, 'welcome');
    const email = 'confirming@example.org';
    await client.contacts.createByEmail({ email, doi: true, doimailing: 'welcome', body: {} }).orThrow();
    const asked = await smtp.mailTo(email);
    await service.fetch(confirmLink(asked.email), { method: 'POST' });
    expect(await runs(id)).toHaveLength(1);
    expect((await smtp.mailTo(email, 2)).email.subject).toBe('Welcome');
  });

  test('an event that there is not is refused', async () => {
    const body = draft([{ kind: 'end' }]);
    const withType = await client.marketingAutomation.create({ body: { ...body, start_event: '404404' } });
    expect([withType.status, faultOf(withType)]).toEqual([404, expect.stringContaining('Transaction type')]);
    const withName = await client.marketingAutomation.create({ body: { ...body, start_event: 'birthday' } });
    expect([withName.status, faultOf(withName)]).toEqual([400, expect.stringContaining('or DOI_CONFIRMED')]);
  });

  test('what a program uses is not deleted, as long as contacts go through it', async () => {
    const mailingId = await releaseTrigger();
    const rules = [{ field: 'CITY', operator: 'EQUALS' as const, value: 'Oslo' }];
    const filter = await client.contactFilters.create({ body: { name: 'Used', rules } }).orThrow();
    await client.contacts.createCustomField({ field: 'USED', type: 'integer' }).orThrow();
    const type = await client.transactions.createType({ body: { name: 'shop.used' } }).orThrow();
    const steps: Steps = [
      { kind: 'wait', duration: 'P1D' },
      { kind: 'send', mailing_id: mailingId },
      { kind: 'branch', contact_filter_id: filter },
      { kind: 'set', is_customfield: true, field: 'USED', value: '1' },
    ];
    const body = { ...draft(steps), start_event: String(type) };
    const { id: programId } = await client.marketingAutomation.create({ body }).orThrow();
    await service.db.updateTable('mailing').set({ state: 'draft' }).where('id', '=', mailingId).execute();
    const deletions = [
      () => client.mailings.delete({ mailingId }),
      () => client.contactFilters.delete({ contactFilterId: filter }),
      () => client.contacts.deleteCustomField({ field: 'USED' }),
      () => client.transactions.deleteType({ transactionTypeId: String(type) }),
    ];
    const refused = { status: 409, error: { message: expect.stringContaining(`automation program "${body.name}"`) } };
    for (const remove of deletions) expect(await remove()).toMatchObject(refused);
    await contact('passenger@example.org');
    await client.marketingAutomation.start({ programId, body: { emails: ['passenger@example.org'] } }).orThrow();
    await client.marketingAutomation
      .update({ programId, body: { ...draft([{ kind: 'end' }]), name: body.name } })
      .orThrow();
    for (const remove of deletions.slice(0, 3)) expect(await remove()).toMatchObject(refused);
    await client.contacts.deleteByEmail({ email: 'passenger@example.org' }).orThrow();
    for (const remove of deletions) expect(await remove()).toMatchObject({ ok: true });
  });

  test('the progress says how many contacts are where in each version', async () => {
    const mailing_id = await releaseTrigger();
    const { id: programId, name } = await create([
      { kind: 'wait', duration: 'P2DT1H' },
      { kind: 'send', mailing_id },
    ]);
    await contact('standing@example.org');
    await contact('later@example.org');
    const start = (...emails: string[]) => client.marketingAutomation.start({ programId, body: { emails } }).orThrow();
    await start('standing@example.org');
    await expect.poll(async () => (await runs(programId))[0]!.step).toBe(1);
    await client.marketingAutomation
      .update({ programId, body: { ...draft([{ kind: 'wait_until', hour: 9 }]), name } })
      .orThrow();
    await start('later@example.org');
    await expect.poll(async () => (await runs(programId))[1]!.step).toBe(1);
    const { marketingAutomation } = client;
    const taken = (times: number) => ({ taken: times, matching: 0, left: 0, idle: [] });
    const progress = await marketingAutomation.getProgress({ programId }).orThrow();
    expect(progress.versions).toEqual([
      { version: 2, goal: 0, exits: 0, contacts: [0, 1], steps: [taken(1)] },
      { version: 1, goal: 0, exits: 0, contacts: [0, 1, 0], steps: [taken(1), taken(0)] },
    ]);
    expect(progress.runs.map(({ version, taken, step }) => [version, taken, step])).toEqual([
      [2, 1, 1],
      [1, 1, 1],
    ]);
    expect((await marketingAutomation.getProgress({ programId: 404404 })).status).toBe(404);
  });

  test('a draft is tried in thought: choices decide, and what a contact does comes when it is said', async () => {
    const contact_filter_id = await client.contactFilters
      .create({ body: { name: 'In Rome', rules: [{ field: 'CITY', operator: 'EQUALS', value: 'Rome' }] } })
      .orThrow();
    const { id: programId } = await create(
      [{ kind: 'wait_for', contact_filter_id, at_most: 'P3D' }, { kind: 'end' }],
      'draft',
    );
    const start = Date.parse('2031-02-03T08:00:00Z');
    const endOf = async (after?: string) => {
      const choices = [{ step: 0, matching: true, ...(after && { after }) }];
      const body = { start, until: start + 30 * 24 * 3_600_000, choices };
      const tried = await client.marketingAutomation.test({ programId, body }).orThrow();
      // Whole hours: who waits for something is looked at now and then.
      return { outcome: tried.outcome, hours: Math.floor((tried.timestamp - start) / 3_600_000) };
    };
    expect(await endOf()).toEqual({ outcome: 'ended', hours: 0 });
    expect(await endOf('PT5H')).toEqual({ outcome: 'ended', hours: 5 });
    const body = { choices: [{ step: 1, matching: true }] };
    expect(faultOf(await client.marketingAutomation.test({ programId, body }))).toBe(
      'choices: step must be the index of a step with two ways but was 1',
    );
  });
});
