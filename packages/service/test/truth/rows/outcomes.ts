import { expect, vi } from 'vitest';
import { releaseOptInMailing } from '../../support/opt-in.ts';
import { createSendout, reached } from '../../support/sendout.ts';
import { ticketOf } from '../../support/sign-up.ts';
import { Browser, password } from '../../support/users.ts';
import { factOf, type Row, textOf, type World } from '../row.ts';
import { handsOf } from '../world.ts';

type Person = Pick<World, 'browser' | 'page' | 'press'> & { email: string; id: number };

let invited = 0;

/** Somebody who has accepted an invitation and has signed in. */
async function person({ service, sink }: World): Promise<Person> {
  const email = `grace-${++invited}@truth.example`;
  const { id } = await service.client.users
    .invite({ body: { email, name: 'Grace Hopper', role: 'administrator' } })
    .orThrow();
  const { text } = (await sink.mailTo(email)).email;
  const browser = new Browser(service);
  await browser.post('/console/password', { token: /token=([\w.-]+)/.exec(text!)![1]!, password });
  await browser.signIn(email);
  return { email, id, ...handsOf(browser) };
}

/** The mail to a person with a subject; waits until it is there. */
const mailTo = ({ sink, service }: World, { email }: Person, subject: string) =>
  vi.waitFor(
    () => {
      service.wakeWorker();
      const found = sink.mails.filter((mail) => mail.to.includes(email) && mail.email.subject === subject);
      expect(found, `${subject} among ${sink.mails.map((mail) => mail.email.subject)}`).toHaveLength(1);
      return found[0]!.email.text!;
    },
    { timeout: 20_000, interval: 50 },
  );

const sectionOf = (html: string, id: string): string =>
  new RegExp(`<section id="${id}">[\\s\\S]*?</section>`).exec(html)?.[0] ?? '';

/** The item of an outcome on the overview; empty if there is none. */
const itemOf = (html: string, section: 'attention' | 'done', name: string): string =>
  sectionOf(html, section)
    .split('<li>')
    .find((item) => item.includes('data-outcome=') && item.includes(`>${name}</a>`)) ?? '';

/** Reads what the overview tells of something, and says that it was seen; then it must not be there any more. */
async function see({ page, press }: Person, section: 'attention' | 'done', name: string): Promise<string> {
  const item = itemOf(await page('/console'), section, name);
  expect(textOf(item)).not.toBe('');
  const action = /action="(\/console\/outcomes\/\d+\/seen)"/.exec(item)![1]!;
  const { html } = await press('/console', action, { back: '/console' });
  expect(itemOf(html, section, name)).toBe('');
  return textOf(item).trim();
}

const done = (world: World, importId: number) =>
  vi.waitFor(
    async () => {
      world.service.wakeWorker();
      expect((await world.service.client.imports.get({ importId }).orThrow()).state).toBe('done');
    },
    { timeout: 20_000, interval: 50 },
  );

/** Uploads a file at the console and starts the import of its first column. */
async function importFile(world: World, { browser, page, press }: Person, name: string, text: string): Promise<number> {
  const upload = new FormData();
  upload.append('token', /name="token" value="([^"]+)"/.exec(await page('/console/imports'))![1]!);
  upload.append('file', new File([text], name, { type: 'text/csv' }));
  const answer = await world.service.fetch(`${world.service.origin}/console/imports`, {
    method: 'POST',
    body: upload,
    headers: { cookie: browser.cookie },
    redirect: 'manual',
  });
  const own = answer.headers.get('location')!;
  const importId = Number(/\d+$/.exec(own)![0]);
  await press(own, `${own}/start`, { 'column-0': 'email', permission: '4', existing: 'update', by: 'email' });
  await done(world, importId);
  return importId;
}

const versionOf = (html: string) => /name="version" value="([^"]+)"/.exec(html)?.[1] ?? '';

/** Has a schedule fire now. */
async function fire({ service }: World, mailingid: number): Promise<void> {
  const due = new Date(Date.now() - 1000);
  await service.db.updateTable('mailing').set({ schedule_time: due }).where('id', '=', mailingid).execute();
  await service.db.updateTable('job').set({ due_at: due }).where('key', '=', String(mailingid)).execute();
  service.wakeWorker();
}

/** What is told of the ends of work: on its page, on the overview until it was seen, and by mail to who has started it. */
export const rows: readonly Row[] = [
  {
    routes: [
      'GET /',
      'POST /outcomes/:id/seen',
      'GET /imports',
      'POST /imports',
      'GET /imports/:id',
      'POST /imports/:id/start',
    ],
    title: 'an import tells that it is done, and how many contacts are new',
    async judge(world) {
      const { client } = world.service;
      const ada = await person(world);
      const before = await client.contacts.count().orThrow();
      const file = 'email\nida@import.example\nbob@import.example\n';
      const importId = await importFile(world, ada, 'good.csv', file);
      const overview = await ada.page('/console');
      expect(await client.contacts.count().orThrow()).toBe(before + 2);
      expect(factOf(overview.replaceAll(/<small>.*?<\/small>/g, ''), 'Contacts')).toBe(String(before + 2));
      const page = await ada.page(`/console/imports/${importId}`);
      expect([factOf(page, 'New contacts'), page.includes('id="outcome"')]).toEqual(['2', false]);
      expect(textOf(await ada.page('/console/imports'))).toMatch(/good\.csv Done .* 2 2 0/);
      expect(await see(ada, 'done', 'good.csv')).toContain(
        'The import of good.csv is done. 2 new contacts, 0 existing.',
      );
      const mail = await mailTo(world, ada, 'Import of “good.csv” is done');
      expect(mail).toContain('New contacts: 2.');
      expect(mail).toContain(`/console/imports/${importId}`);
    },
  },
  {
    routes: ['GET /', 'GET /imports/:id', 'GET /imports/:id/errors.csv', 'POST /imports/:id/delete'],
    title: 'an import that stores nothing says why, until it is deleted',
    async judge(world) {
      const ada = await person(world);
      const importId = await importFile(world, ada, 'bad.csv', 'email\nida at import\nbob at import\n');
      const own = `/console/imports/${importId}`;
      expect(itemOf(await ada.page('/console'), 'attention', 'bad.csv')).toContain('data-reason="rows_invalid"');
      const page = textOf(await ada.page(own));
      expect(page).toMatch(
        /The import of bad\.csv has stored no contacts\. [\d-]+ [\d:]+ Seen 2 rows were left out because of errors\./,
      );
      const errors = await ada.page(`${own}/errors.csv`);
      const { faults } = await world.service.client.imports.get({ importId }).orThrow();
      expect(errors.split('\n').filter((line) => line.includes(' at import'))).toHaveLength(faults!.length);
      const mail = await mailTo(world, ada, 'Import of “bad.csv” has failed');
      expect(mail).toContain('2 rows were left out because of errors.');
      await ada.press(own, `${own}/delete`);
      expect(itemOf(await ada.page('/console'), 'attention', 'bad.csv')).toBe('');
      expect((await world.service.client.imports.get({ importId })).status).toBe(404);
    },
  },
  {
    routes: ['GET /', 'GET /mailings/:id', 'POST /mailings/:id/send'],
    title: 'a sendout tells that all got it, or how many mails were not accepted',
    async judge(world) {
      const { service, sink } = world;
      const ada = await person(world);
      const send = async () => {
        const mailingid = await createSendout(service);
        const own = `/console/mailings/${mailingid}`;
        const fields = { version: versionOf(await ada.page(own)) };
        await ada.press(own, `${own}/send`, fields);
        await reached(service, mailingid, 'done');
        return { own, name: await service.client.mailings.getName({ mailingid }).orThrow() };
      };
      const good = await send();
      const { items } = await service.client.contacts.list({ page_size: 100 }).orThrow();
      const reachable = sink.mails.filter(({ email }) => email.subject === 'News').length;
      expect(await see(ada, 'done', good.name)).toContain(`${good.name} was sent. ${reachable} mails were accepted.`);
      expect(await ada.page(good.own)).not.toContain('id="outcome"');
      await mailTo(world, ada, `“${good.name}” was sent`);
      const address = items.find(({ email }) => email)!.email!;
      sink.refused.set(address, '554 5.7.1 We do not want this');
      const partly = await send();
      sink.refused.clear();
      expect(textOf(await ada.page(partly.own))).toContain('1 mail was not accepted.');
      const told = await see(ada, 'attention', partly.name);
      expect(told).toContain(`${partly.name} was sent, but not to all. ${reachable - 1} mails were accepted.`);
      expect(await ada.page(partly.own)).not.toContain('id="outcome"');
      expect(await mailTo(world, ada, `“${partly.name}” was sent, but not to all`)).toContain(
        '1 mail was not accepted.',
      );
    },
  },
  {
    routes: ['GET /', 'GET /mailings/:id', 'POST /mailings/:id/schedule'],
    title: 'a scheduled mailing that cannot be sent says so, and everybody who may send gets a mail',
    async judge(world) {
      const { service } = world;
      const { client } = service;
      const [ada, bob] = [await person(world), await person(world)];
      const rules = [{ field: 'CITY', operator: 'EQUALS', value: 'Nowhere' }] as const;
      const filter = await client.contactFilters.create({ body: { name: 'Nobody', rules: [...rules] } }).orThrow();
      const body = { name: 'Nobody', type: 'regular', contact_filter_id: filter } as const;
      const group = await client.targetGroups.create({ body }).orThrow();
      const mailingid = await createSendout(service);
      const name = await client.mailings.getName({ mailingid }).orThrow();
      await client.regularMailings.setTargetGroup({ mailingid, body: group }).orThrow();
      const own = `/console/mailings/${mailingid}`;
      const fields = { version: versionOf(await ada.page(own)), date: '2099-05-04', time: '07:30' };
      await ada.press(own, `${own}/schedule`, fields);
      await fire(world, mailingid);
      await reached(service, mailingid, 'failed');
      for (const { page } of [ada, bob])
        expect(textOf(await page(own))).toMatch(
          /was not sent\. [\d-]+ [\d:]+ Seen Nobody in the segment may get this mailing\./,
        );
      for (const each of [ada, bob])
        expect(await mailTo(world, each, `“${name}” was not sent`)).toContain(
          'Nobody in the segment may get this mailing.',
        );
      await see(bob, 'attention', name);
      expect(itemOf(await ada.page('/console'), 'attention', name)).toBe('');
      // The reason stays on its page as long as the mailing has failed.
      expect(textOf(await ada.page(own))).toContain('Nobody in the segment may get this mailing.');
    },
  },
  {
    routes: ['GET /', 'POST /mailings/:id/approval'],
    title: 'a request for approval that reaches nobody is told, a good one on the overview',
    async judge(world) {
      const { service, sink } = world;
      const { client } = service;
      const ada = await person(world);
      const group = await service.groupId('test');
      const ask = async () => {
        const mailingid = await createSendout(service);
        const own = `/console/mailings/${mailingid}`;
        const { address } = await ada.press(own, `${own}/approval`, { group: String(group) });
        expect(address).toBe(`${own}?done=approval-asked`);
        return { own, name: await client.mailings.getName({ mailingid }).orThrow() };
      };
      const before = sink.mails.length;
      const good = await ask();
      const asked = sink.mails.slice(before).flatMap(({ to }) => to);
      expect(await see(ada, 'done', good.name)).toContain(`${good.name} was sent for approval.`);
      for (const address of asked) sink.refused.set(address, '554 5.7.1 We do not want this');
      const bad = await ask();
      sink.refused.clear();
      expect(textOf(await ada.page(bad.own))).toContain(`The request to approve ${bad.name} reached nobody.`);
      expect(await see(ada, 'attention', bad.name)).toContain('not accepted.');
      await mailTo(world, ada, `“${bad.name}” was not sent for approval`);
      const subjects = sink.mails.filter(({ to }) => to.includes(ada.email)).map(({ email }) => email.subject);
      expect(subjects).not.toContain(`“${good.name}” was sent for approval`);
    },
  },
  {
    routes: ['GET /', 'GET /forms/:id', 'POST /forms/new'],
    title: 'a form with which nobody can sign up tells who has saved it, once, however many try',
    async judge(world) {
      const { service, sink } = world;
      const ada = await person(world);
      const mailingid = await releaseOptInMailing(service, 'told');
      const fields = { name: 'Orchids', consent: 'I want news.', active: 'yes', double_opt_in: 'yes', language: 'en' };
      const { address } = await ada.press('/console/forms/new', '/console/forms/new', {
        ...fields,
        doi_mailing: 'told',
      });
      const formId = Number(/\/forms\/(\d+)/.exec(address)![1]);
      const { url, consent_version } = await service.client.signUpForms.get({ formId }).orThrow();
      const signUp = async (email: string) => {
        const ticket = await ticketOf(service, formId);
        const body = new URLSearchParams({ email, consent: 'true', version: String(consent_version), ticket });
        return (await service.fetch(url, { method: 'POST', body, redirect: 'manual' })).status;
      };
      expect(await signUp('first@orchid.example')).toBe(200);
      expect(itemOf(await ada.page('/console'), 'attention', 'Orchids')).toBe('');
      await service.client.mailingActions.withdraw({ mailingid }).orThrow();
      for (const email of ['second@orchid.example', 'third@orchid.example']) expect(await signUp(email)).toBe(503);
      const page = await ada.page(`/console/forms/${formId}`);
      expect(textOf(page)).toContain('People could not sign up with Orchids.');
      const mail = await mailTo(world, ada, 'Nobody can sign up with “Orchids”');
      expect(mail).toContain('The confirmation mailing is not active, so nobody can confirm.');
      const { items } = await service.client.account.listOutcomes({ kind: 'form', object_id: formId }).orThrow();
      expect(items).toMatchObject([{ times: 2, reasons: [{ code: 'confirmation_mailing_inactive', count: 2 }] }]);
      await see(ada, 'attention', 'Orchids');
      expect(await ada.page(`/console/forms/${formId}`)).not.toContain('id="outcome"');
      expect(sink.mails.filter(({ to }) => to.includes(ada.email))).toHaveLength(2);
    },
  },
  {
    routes: ['GET /', 'GET /automation/:id', 'POST /automation/new', 'GET /contacts/:id'],
    title: 'a step that does nothing is counted, and stands in the story of the contact',
    async judge(world) {
      const { service } = world;
      const { client } = service;
      const ada = await person(world);
      const automatic = '/console/mailings/automatic';
      const created = await ada.press(automatic, automatic, { kind: 'welcome', sender: 'news@example.com' });
      const mailing = Number(/\/mailings\/(\d+)/.exec(created.address)![1]);
      await ada.press(`/console/mailings/${mailing}`, `/console/mailings/${mailing}/activate`);
      await reached(service, mailing, 'released');
      const fields = {
        name: 'Told',
        state: 'released',
        start_event: '',
        'kind-0': 'send',
        'mailing-0': String(mailing),
      };
      const saved = await ada.press('/console/automation/new', '/console/automation/new', fields);
      const programId = Number(/\/automation\/(\d+)/.exec(saved.address)![1]);
      const own = `/console/automation/${programId}`;
      const start = async (name: string, permission: 1 | 4) => {
        const email = `${name}@story.example`;
        const contact = await client.contacts.createByEmail({ email, permission, body: {} }).orThrow();
        await client.marketingAutomation.start({ programId, body: { emails: [email] } }).orThrow();
        return contact;
      };
      const shows = (text: string) =>
        vi.waitFor(
          async () => {
            service.wakeWorker();
            expect(textOf(await ada.page(own))).toContain(text);
          },
          { timeout: 20_000, interval: 50 },
        );
      await start('reached', 4);
      await world.sink.mailTo('reached@story.example');
      await shows('Taken once');
      const unwanted = await start('unwanted', 1);
      await shows('Did nothing once: the contact has not consented');
      expect(itemOf(await ada.page('/console'), 'attention', 'Told')).toBe('');
      await client.triggerMailings.deleteDispatching({ mailingid: mailing }).orThrow();
      const past = await start('past', 4);
      await shows('Did nothing once: its mailing was not active');
      const { versions } = await client.marketingAutomation.getProgress({ programId }).orThrow();
      expect(versions[0]!.steps[0]!.taken).toBe(3);
      for (const [contact, reason] of [
        [unwanted, 'the contact has not consented'],
        [past, 'its mailing was not active'],
      ] as const)
        expect(textOf(await ada.page(`/console/contacts/${contact}`))).toContain(
          `Step 1 of Told did nothing: ${reason}`,
        );
      const told = 'Step 1: A step sends a mailing that is not active. Activate it. 1 contact went past it.';
      expect(textOf(await ada.page(own))).toContain(told);
      expect(await see(ada, 'attention', 'Told')).toContain(told);
      const mail = await mailTo(world, ada, '“Told” does not do all that it should');
      expect(mail).toContain('Step 1: The mailing of the step is not active.');
      const bob = await person(world);
      await bob.press(`${own}/edit`, `${own}/edit`, { ...fields, state: 'draft' });
      expect(factOf(await ada.page(own), 'State')).toBe('Draft');
      const off = await see(ada, 'done', 'Told');
      expect(off).toContain('The automation Told was switched off. Contacts who are under way go on.');
    },
  },
  {
    routes: ['GET /profile', 'POST /profile/mails', 'POST /profile/language'],
    title: 'a person gets the mails that the profile says, in the language that it says',
    async judge(world) {
      const { service, sink } = world;
      const ada = await person(world);
      const profile = '/console/profile';
      const chosen = (html: string, name: string) =>
        new RegExp(`<select id="${name}"[\\s\\S]*?value="(\\w+)" selected`).exec(html)?.[1];
      const fresh = await ada.page(profile);
      expect([chosen(fresh, 'import'), chosen(fresh, 'test'), chosen(fresh, 'form')]).toEqual([
        'all',
        'failures',
        'failures',
      ]);
      await ada.press(profile, '/console/profile/language', { language: 'de' });
      const { html } = await ada.press(profile, '/console/profile/mails', { import: 'failures', form: 'none' });
      expect([chosen(html, 'language'), chosen(html, 'import'), chosen(html, 'form')]).toEqual([
        'de',
        'failures',
        'none',
      ]);
      const users = await service.client.users.list().orThrow();
      expect(users.find(({ id }) => id === ada.id)).toMatchObject({
        language: 'de',
        outcome_mails: { import: 'failures', form: 'none', sendout: 'all' },
      });
      await importFile(world, ada, 'quiet.csv', 'email\nquiet@import.example\n');
      await importFile(world, ada, 'loud.csv', 'email\nno address\n');
      const mail = await mailTo(world, ada, 'Import von „loud.csv“ ist fehlgeschlagen');
      expect(mail).toContain('1 Zeile wurde wegen Fehlern ausgelassen.');
      const mails = sink.mails.filter(({ to }) => to.includes(ada.email));
      expect(mails.map(({ email }) => email.subject)).toEqual([
        expect.anything(),
        'Import von „loud.csv“ ist fehlgeschlagen',
      ]);
    },
  },
];
