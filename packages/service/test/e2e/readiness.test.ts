import type { Readiness } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { createOptInMailing } from '../support/opt-in.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const later = { date: '2099-03-01', hours: '09', minutes: '00' };
const leave = '<a href="[[LINK|UNSUBSCRIBE]]">Leave</a> Imprint: Hill Nursery, 3 Mill Lane';

describe.each(usualDatabases())('what stands in the way, on $kind', ({ open }) => {
  let service: TestService;
  let sink: SmtpSink;
  beforeAll(async () => {
    sink = await startSmtpSink();
    service = await startTestService(await open(), sink.url);
  });
  afterAll(async () => {
    await service?.close();
    await sink?.close();
  });

  const readiness = (mailingid: number) => service.client.mailings.getReadiness({ mailingid }).orThrow();
  const codes = ({ obstacles }: Pick<Readiness, 'obstacles'>, severity = 'blocks') =>
    obstacles.filter((each) => each.severity === severity).map(({ code }) => code);

  test('what is counted before is what is frozen, whatever was counted last', async () => {
    const { client, db } = service;
    const mailingid = await createSendout(service, `<p>Bulbs</p>${leave}`);
    const emails = Array.from({ length: 22 }, (_, index) => `gardener-${index}@hill.example`);
    for (const email of emails) await client.contacts.createByEmail({ email, permission: 4, body: {} }).orThrow();
    await client.contacts.unsubscribeByEmail({ email: emails[0]! }).orThrow();
    const { audience } = await readiness(mailingid);
    expect(audience).toMatchObject({
      contacts: 28,
      recipients: 27,
      left_out: [{ reason: 'unsubscribed', contacts: 1 }],
    });
    await client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
    expect(await outcomes(service, mailingid)).toEqual({ sent: audience!.recipients });
    await db.deleteFrom('contact').where('email', 'like', '%@hill.example').execute();
    expect((await readiness(mailingid)).obstacles).toEqual([]);
  });

  test.each<[string, (mailingid: number) => Promise<unknown>, string[]]>([
    ['nothing', async () => {}, []],
    [
      'no subject',
      (mailingid) => service.client.mailings.setSubject({ mailingid, body: ' ' }).orThrow(),
      ['subject_missing'],
    ],
    [
      'no way out',
      (mailingid) => service.client.mailings.setHtml({ mailingid, body: '<p>Bulbs</p>' }).orThrow(),
      ['unsubscribe_link_missing'],
    ],
    [
      'a misspelt tag',
      (mailingid) => service.client.mailings.setHtml({ mailingid, body: `[[CONTACT|FISTNAME]] ${leave}` }).orThrow(),
      ['tag_invalid'],
    ],
    [
      'no target group',
      (mailingid) => service.client.regularMailings.setTargetGroup({ mailingid, body: null }).orThrow(),
      ['target_group_missing'],
    ],
  ])('%s: the operation, sending and scheduling say the same', async (_, change, wanted) => {
    const { mailings, regularMailings } = service.client;
    const mailingid = await createSendout(service, `<p>Bulbs</p>${leave}`);
    await change(mailingid);
    const found = await readiness(mailingid);
    expect([found.ready, codes(found)]).toEqual([wanted.length === 0, wanted]);
    if (wanted.length === 0) return;
    expect(await mailings.sendNow({ mailingid })).toMatchObject({ ok: false, status: 400 });
    expect(await regularMailings.createSchedule({ mailingid, ...later })).toMatchObject({ ok: false, status: 400 });
    expect(await mailings.getState({ mailingid }).orThrow()).toBe('draft');
  });

  test('a group that is empty now may be scheduled, because people may join', async () => {
    const { client } = service;
    const rules = [{ field: 'CITY', operator: 'EQUALS' as const, value: 'Nowhere' }];
    const contact_filter_id = await client.contactFilters.create({ body: { name: 'Nobody', rules } }).orThrow();
    const group = { name: 'Nobody', type: 'regular' as const, contact_filter_id };
    const mailingid = await createSendout(service, `<p>Bulbs</p>${leave}`);
    await client.regularMailings
      .setTargetGroup({ mailingid, body: await client.targetGroups.create({ body: group }).orThrow() })
      .orThrow();
    expect(codes(await readiness(mailingid))).toEqual(['audience_empty']);
    expect(await client.mailings.sendNow({ mailingid })).toMatchObject({ ok: false, status: 400 });
    await client.regularMailings.createSchedule({ mailingid, ...later }).orThrow();
  });

  test('a sender whose domain nothing proves is a warning', async () => {
    const mailingid = await createSendout(service, `<p>Bulbs</p>${leave}`);
    expect(codes(await readiness(mailingid), 'warns')).toEqual(['samples_among_recipients', 'sender_unproven']);
    await service.db
      .insertInto('sender_domain')
      .values({ account_id: service.accountId, domain: 'example.com', proof: 'dns' })
      .onConflict((known) => known.columns(['account_id', 'domain']).doUpdateSet({ proof: 'dns' }))
      .execute();
    expect(codes(await readiness(mailingid), 'warns')).toEqual(['samples_among_recipients']);
  });

  test('a program is released when its mailings are, and a form is on when people can confirm', async () => {
    const { mailings, marketingAutomation, signUpForms } = service.client;
    const mailing_id = await mailings.create({ name: 'Hello gardener', subject: 'Hello', type: 'trigger' }).orThrow();
    const body = { name: 'Greeting', state: 'released' as const, steps: [{ kind: 'send' as const, mailing_id }] };
    const refusal = await marketingAutomation.create({ body });
    expect(refusal.ok ? '' : refusal.error.message).toMatch(
      /Step 1 sends the mailing "Hello gardener", which is not active/,
    );
    const { id: programId } = await marketingAutomation.create({ body: { ...body, state: 'draft' } }).orThrow();
    expect(codes(await marketingAutomation.getReadiness({ programId }).orThrow())).toEqual([
      'trigger_mailing_inactive',
    ]);
    expect(codes(await mailings.getReadiness({ mailingid: mailing_id }).orThrow())).toEqual([
      'contents_missing',
      'sender_missing',
      'dispatching_missing',
    ]);
    await service.db.updateTable('mailing').set({ state: 'released' }).where('id', '=', mailing_id).execute();
    await marketingAutomation.update({ programId, body }).orThrow();

    const form = { name: 'Newsletter', consent: 'I agree.', doi_mailing: 'garden' };
    const { id: formId, active } = await signUpForms.create({ body: form }).orThrow();
    expect(active).toBe(false);
    const isReady = async () => codes(await signUpForms.getReadiness({ formId }).orThrow());
    expect(await isReady()).toEqual(['confirmation_mailing_missing']);
    const switched = { formId, body: { ...form, active: true } };
    expect(await signUpForms.update(switched)).toMatchObject({ ok: false, status: 400 });
    const mailingid = await createOptInMailing(service, 'garden');
    expect(await isReady()).toEqual(['confirmation_mailing_inactive']);
    await mailings.sendNow({ mailingid }).orThrow();
    expect(await isReady()).toEqual([]);
    expect((await signUpForms.update(switched).orThrow()).active).toBe(true);
  });
});
