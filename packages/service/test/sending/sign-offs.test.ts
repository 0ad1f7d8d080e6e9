import { createClient } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findSessionKey } from '../../src/account/sessions/store.ts';
import type { Role } from '../../src/account/tables.ts';
import { readName } from '../../src/pages/console/session.ts';
import { administer } from '../support/administration.ts';
import { usualDatabases } from '../support/database.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type Browser, mailsOf, signedIn } from '../support/users.ts';

const html = '<h1>News</h1><p>Hello</p><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a> Imprint: A street 1';

describe.each(usualDatabases())('an account that wants two people for large mailings, on $kind', ({ open }) => {
  let service: TestService;
  let people: Record<'ada' | 'grace' | 'editor', Awaited<ReturnType<typeof person>>>;
  beforeAll(async () => {
    service = await startTestService(await open());
    people = { ada: await person('sender'), grace: await person('administrator'), editor: await person('editor') };
    await people.grace.client.account.setSignOffLimit({ body: { above: 3 } }).orThrow();
  });
  afterAll(() => service?.close());

  const person = async (role: Role) => {
    const { browser, id, email } = await signedIn(service, role);
    const apiKey = (await findSessionKey(service.db, readName(browser.cookie.split('=')[1]!)!))!;
    return {
      browser,
      id,
      email,
      client: createClient({ baseUrl: `${service.origin}/1.0`, apiKey, fetch: service.fetch }),
    };
  };
  const reasons = async (mailingid: number) => {
    const log = service.db.selectFrom('mailing_transition').select('reason').where('mailing_id', '=', mailingid);
    return (await log.where('to_state', '=', 'failed').orderBy('id').execute()).map(({ reason }) => reason);
  };
  const missing = async (mailingid: number, client = service.client) =>
    (await client.mailingActions.getSignOff({ mailingid }).orThrow()).missing;

  test('one person alone sends nothing, in whatever way', async () => {
    const mailingid = await createSendout(service, html);
    const { ada, editor } = people;
    const sent = await ada.client.mailings.sendNow({ mailingid });
    expect(sent).toMatchObject({
      status: 409,
      error: { message: expect.stringContaining('it has 6 recipients, and above 3 one more user must sign it off') },
    });
    expect((await service.client.mailings.sendNow({ mailingid })).status, 'a key').toBe(409);
    const at = { date: '2099-01-01', hours: '10', minutes: '00' };
    expect((await ada.client.regularMailings.createSchedule({ mailingid, ...at })).status).toBe(409);
    await ada.client.mailingActions.addSignOff({ mailingid }).orThrow();
    expect((await ada.client.mailings.sendNow({ mailingid })).status, 'her own sign-off').toBe(409);
    expect((await service.client.mailings.sendNow({ mailingid })).status, 'a key with one sign-off').toBe(409);
    expect((await editor.client.mailingActions.addSignOff({ mailingid })).status).toBe(403);
    expect((await service.client.mailingActions.addSignOff({ mailingid })).status).toBe(403);
    expect((await service.client.mailingActions.withdrawSignOff({ mailingid })).status).toBe(403);
    expect((await editor.client.account.setSignOffLimit({ body: {} })).status).toBe(403);
    expect((await ada.client.account.setSignOffLimit({ body: {} })).status).toBe(403);
  });

  test.each([
    ['another person starts it', ['ada'], 'grace'],
    ['somebody else has signed it off', ['grace'], 'ada'],
    ['a program starts what two have signed off', ['ada', 'grace'], undefined],
  ] as const)('it is sent when %s', async (_, signers, starter) => {
    const mailingid = await createSendout(service, html);
    for (const name of signers) await people[name].client.mailingActions.addSignOff({ mailingid }).orThrow();
    const client = starter === undefined ? service.client : people[starter].client;
    expect(await missing(mailingid, client)).toBe(0);
    await client.mailings.sendNow({ mailingid }).orThrow();
    await reached(service, mailingid, 'done');
    expect(await outcomes(service, mailingid)).toEqual({ sent: 6 });
  });

  /** Mails to a person with this in the subject, once there are so many. */
  const mailsTo = (email: string, subject: string, count: number) =>
    vi.waitFor(async () => {
      const mails = (await mailsOf(service, email)).filter((mail) => mail.subject?.includes(subject));
      expect(mails).toHaveLength(count);
      return mails;
    });

  test('whoever may sign off is asked by mail, in the language of the person', async () => {
    const { ada, grace, editor } = people;
    await service.client.users.update({ userId: grace.id, body: { language: 'de' } }).orThrow();
    const mailingid = await createSendout(service, html);
    expect(await ada.client.mailingActions.requestSignOff({ mailingid }).orThrow()).toBe(1);
    const [mail] = await mailsTo(grace.email, 'Bitte geben Sie „Sendout', 1);
    expect(mail!.text).toContain('Es geht an 6 Kontakte, und bei mehr als 3 muss eine zweite Person');
    expect(mail!.text).toContain(`${service.origin}/console/mailings/${mailingid}`);
    await grace.client.mailingActions.addSignOff({ mailingid }).orThrow();
    expect(await ada.client.mailingActions.requestSignOff({ mailingid }).orThrow(), 'nobody is missing').toBe(0);
    expect(await service.client.mailingActions.requestSignOff({ mailingid }).orThrow(), 'a key asks Ada').toBe(1);
    await mailsTo(ada.email, 'Please sign off “Sendout', 1);
    await service.client.users.update({ userId: grace.id, body: { language: 'en' } }).orThrow();
    const other = await createSendout(service, html);
    const byEditor = editor.client.mailingActions;
    expect(await byEditor.requestSignOff({ mailingid: other }).orThrow(), 'who may not sign off may ask').toBe(2);
    expect((await byEditor.addSignOff({ mailingid: other })).status).toBe(403);
  });

  test('all administrators hear by mail who has changed the limit, and to what', async () => {
    const { grace, ada } = people;
    const other = await person('administrator');
    await service.client.users.update({ userId: other.id, body: { language: 'fr' } }).orThrow();
    const change = (above: number | undefined) =>
      grace.client.account.setSignOffLimit({ body: above === undefined ? {} : { above } }).orThrow();
    for (const above of [undefined, undefined, 3]) await change(above);
    const mails = await mailsTo(other.email, 'a changé', 2);
    expect(mails.map(({ text }) => /Avant\u202f: .+/.exec(text!)![0]).sort()).toEqual([
      'Avant\u202f: 3. Maintenant\u202f: aucune limite, une personne suffit toujours.',
      'Avant\u202f: aucune limite, une personne suffit toujours. Maintenant\u202f: 3.',
    ]);
    expect(mails[0]!.text).toContain('Ada Lovelace a changé');
    expect((await mailsTo(grace.email, 'sign-off rule changed', 3)).length, 'the one who did it, too').toBe(3);
    await mailsTo(ada.email, 'sign-off rule changed', 0);
    for (const above of [9, 9, 3])
      await service.db.transaction().execute((db) => administer(db).setSignOffLimit({ above }));
    await vi.waitFor(async () =>
      expect(await service.client.account.getInfo().orThrow()).toMatchObject({ sign_off_above: 3 }),
    );
    expect((await mailsTo(other.email, 'a changé', 4)).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/L’exploitant de ce serveur a changé .*Maintenant\u202f: 9\./s),
    );
    await service.client.users.remove({ userId: other.id }).orThrow();
  });

  test.each([
    ['a change of the contents', (mailingid: number) => service.client.mailings.setSubject({ mailingid, body: 'X' })],
    [
      'another target group',
      async (mailingid: number) => {
        const { items } = await service.client.contactFilters.list({}).orThrow();
        const body = { name: `Other ${mailingid}`, type: 'regular' as const, contact_filter_id: items[0]!.id! };
        const group = await service.client.targetGroups.create({ body }).orThrow();
        return service.client.regularMailings.setTargetGroup({ mailingid, body: group });
      },
    ],
    [
      'a signer who may not send any more',
      () => service.client.users.update({ userId: people.grace.id, body: { state: 'disabled' } }),
    ],
  ])('%s makes a sign-off void', async (_, change) => {
    const mailingid = await createSendout(service, html);
    await people.grace.client.mailingActions.addSignOff({ mailingid }).orThrow();
    expect(await missing(mailingid)).toBe(1);
    expect((await change(mailingid)).ok).toBe(true);
    await service.db.updateTable('account').set({ sign_off_above: 1 }).execute();
    const { users } = await service.client.mailingActions.getSignOff({ mailingid }).orThrow();
    expect(users).toEqual([]);
    expect((await people.ada.client.mailings.sendNow({ mailingid })).status).toBe(409);
    await service.client.users.update({ userId: people.grace.id, body: { state: 'active' } });
    people.grace = await person('administrator');
    await service.db.updateTable('account').set({ sign_off_above: 3 }).execute();
  });

  test('a withdrawn sign-off counts no more, and what was scheduled with it fails at its time', async () => {
    const mailingid = await createSendout(service, html);
    const { ada, grace } = people;
    await grace.client.mailingActions.addSignOff({ mailingid }).orThrow();
    const at = { date: '2099-01-01', hours: '10', minutes: '00' };
    await ada.client.regularMailings.createSchedule({ mailingid, ...at }).orThrow();
    await grace.client.mailingActions.withdrawSignOff({ mailingid }).orThrow();
    const due = new Date(Date.now() - 1000);
    await service.db.updateTable('mailing').set({ schedule_time: due }).where('id', '=', mailingid).execute();
    await service.db.updateTable('job').set({ due_at: due }).where('key', '=', String(mailingid)).execute();
    service.wakeWorker();
    await reached(service, mailingid, 'failed');
    expect(await reasons(mailingid)).toEqual(['it has 6 recipients, and above 3 one more user must sign it off']);
    const left = service.db.selectFrom('recipient').select('id').where('mailing_id', '=', mailingid);
    expect(await left.execute()).toEqual([]);
  });

  test.each([
    ['is disabled', { state: 'disabled' }],
    ['may not send any more', { role: 'editor' }],
  ] as const)('nothing is sent for a starter who %s, and the others hear of it', async (_, change) => {
    const starter = await person('sender');
    const mailingid = await createSendout(service, html);
    await people.grace.client.mailingActions.addSignOff({ mailingid }).orThrow();
    await people.ada.client.mailingActions.addSignOff({ mailingid }).orThrow();
    const at = { date: '2099-01-01', hours: '10', minutes: '00' };
    await starter.client.regularMailings.createSchedule({ mailingid, ...at }).orThrow();
    await service.client.users.update({ userId: starter.id, body: change }).orThrow();
    const due = new Date(Date.now() - 1000);
    await service.db.updateTable('mailing').set({ schedule_time: due }).where('id', '=', mailingid).execute();
    await service.db.updateTable('job').set({ due_at: due }).where('key', '=', String(mailingid)).execute();
    service.wakeWorker();
    await reached(service, mailingid, 'failed');
    expect(await reasons(mailingid)).toEqual(['Ada Lovelace has started it and may not send any more']);
    const name = await service.client.mailings.getName({ mailingid }).orThrow();
    const [mail] = await mailsTo(people.grace.email, `“${name}” was not sent`, 1);
    expect(mail!.text).toContain('The person who has started it may not send any more.');
    await service.client.users.remove({ userId: starter.id }).orThrow();
  });

  test('a group that has grown is counted at the start, and again when the recipients are fixed', async () => {
    await service.db.updateTable('account').set({ sign_off_above: 6 }).execute();
    const mailingid = await createSendout(service, html);
    const at = { date: '2099-01-01', hours: '10', minutes: '00' };
    await people.ada.client.regularMailings.createSchedule({ mailingid, ...at }).orThrow();
    await service.client.contacts.createByEmail({ email: 'seventh@example.org', permission: 5, body: {} }).orThrow();
    const other = await createSendout(service, html);
    const refusal = await people.ada.client.mailings.sendNow({ mailingid: other });
    expect(refusal.ok ? '' : refusal.error.message).toContain('it has 7 recipients, and above 6 one more user');
    const due = new Date(Date.now() - 1000);
    await service.db.updateTable('mailing').set({ schedule_time: due }).where('id', '=', mailingid).execute();
    await service.db.updateTable('job').set({ due_at: due }).where('key', '=', String(mailingid)).execute();
    service.wakeWorker();
    await reached(service, mailingid, 'failed');
    expect(await reasons(mailingid)).toEqual(['it has 7 recipients, and above 6 one more user must sign it off']);
  });

  test('the console asks for a sign-off and takes it; the audit log has both', async () => {
    await people.grace.browser.submit('/console/settings/sign-off', { above: '2' });
    const mailingid = await createSendout(service, html);
    const page = async ({ browser }: { browser: Browser }) =>
      (await browser.get(`/console/mailings/${mailingid}`)).text();
    const seen = async (person: { browser: Browser }) => ({
      version: /name="version" value="([^"]+)"/.exec(await page(person))![1]!,
    });
    expect(await page(people.ada)).toContain('One more person has to sign off, besides you');
    const refused = await people.ada.browser.submit(`/console/mailings/${mailingid}/send`, await seen(people.ada));
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('another person has to sign it off first'),
    ]);
    const before = await seen(people.grace);
    await service.client.mailings.setSubject({ mailingid, body: 'Something else' }).orThrow();
    for (const version of [before, {}]) {
      const unseen = await people.grace.browser.submit(`/console/mailings/${mailingid}/sign-off`, version);
      expect([unseen.status, await unseen.text()]).toEqual([400, expect.stringContaining('has changed the mailing')]);
    }
    await people.grace.browser.submit(`/console/mailings/${mailingid}/sign-off`, await seen(people.grace));
    expect(await page(people.grace)).toContain('Withdraw my sign-off');
    const late = await people.ada.browser.submit(`/console/mailings/${mailingid}/send`, before);
    expect(late.status).toBe(400);
    await people.ada.browser.submit(`/console/mailings/${mailingid}/send`, await seen(people.ada));
    await reached(service, mailingid, 'done');
    const acts = await service.db
      .selectFrom('audit_entry')
      .select(['action', 'user_id'])
      .where('object', '=', `mailingid=${mailingid}`)
      .where('action', 'in', ['addMailingSignOff', 'sendMailingNow'])
      .orderBy('id')
      .execute();
    expect(acts).toEqual([
      { action: 'addMailingSignOff', user_id: people.grace.id },
      { action: 'sendMailingNow', user_id: people.ada.id },
    ]);
  });
});
