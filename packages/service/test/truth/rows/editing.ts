import { expect } from 'vitest';
import { ampPage } from '../../support/amp.ts';
import { factOf, fieldsOf, type Row, textOf, type World } from '../row.ts';

const html = '<p>Hello [[CONTACT|FIRSTNAME|friend]]</p><a href="[[LINK|UNSUBSCRIBE]]">Leave</a>';
let number = 0;

async function createMailing({ service }: World) {
  const { mailings } = service.client;
  const mailingid = await mailings.create({ name: `Edited ${number++}`, subject: 'First' }).orThrow();
  await mailings.setContents({ mailingid, body: { html } }).orThrow();
  return { mailings, mailingid, own: `/console/mailings/${mailingid}` };
}

/** Opens a form, lets somebody else change what it shows, and sends it: it must be asked about, and nothing stored before. */
async function collide(
  { page, press }: World,
  { from, action = from, having, mine, beside = {}, change }: Collision,
): Promise<Record<string, string>> {
  const before = fieldsOf(await page(from), action, having);
  await change();
  const asked = await press(from, action, { ...before, ...mine, ...beside });
  expect(textOf(asked.html)).toContain('While you were writing, changes were saved');
  for (const text of Object.values(mine)) expect(textOf(asked.html)).toContain(text);
  return fieldsOf(asked.html, action);
}

interface Collision {
  /** The page of the form, and where it is sent. */
  from: string;
  action?: string;
  having?: string;
  /** What is typed, and what of it nobody else has changed. */
  mine: Record<string, string>;
  beside?: Record<string, string>;
  change(): Promise<unknown>;
}

/** What forms show and store, also when two people change the same. */
export const rows: readonly Row[] = [
  {
    routes: ['GET /mailings/:id/edit', 'POST /mailings/:id/edit', 'GET /mailings/:id/html'],
    title: 'the editor shows what is stored, and stores what was typed in one step or not at all',
    async judge(world) {
      const { mailings, mailingid, own } = await createMailing(world);
      const shown = fieldsOf(await world.page(`${own}/edit`), `${own}/edit`);
      expect([shown.subject, shown.html]).toEqual(['First', html]);
      expect(await world.page(`${own}/html`)).toBe(html);
      const wrong = await world.press(`${own}/edit`, `${own}/edit`, { ...shown, subject: 'Second', sender: 'nobody' });
      expect(wrong.html).toContain('role="alert"');
      expect(fieldsOf(wrong.html, `${own}/edit`)).toMatchObject({ subject: 'Second', sender: 'nobody' });
      expect(await mailings.getSubject({ mailingid }).orThrow()).toBe('First');
      const saved = await world.press(`${own}/edit`, `${own}/edit`, { ...shown, subject: 'Second', text: 'Hi' });
      expect(factOf(saved.html, 'Subject')).toBe('Second');
      expect(await mailings.getText({ mailingid }).orThrow()).toBe('Hi');
    },
  },
  {
    routes: ['POST /mailings/:id/edit', 'POST /mailings/:id/autosave', 'GET /mailings/:id/versions/:version'],
    title:
      'the AMP part is refused with the reason, stored, kept as a draft and a version, and asked about as other parts are',
    async judge(world) {
      const { mailings, mailingid, own } = await createMailing(world);
      const [first, second, third] = ['First', 'Second', 'Third'].map((text) => ampPage(`<p>${text}</p>`));
      const shown = fieldsOf(await world.page(`${own}/edit`), `${own}/edit`);
      const refused = await world.press(`${own}/edit`, `${own}/edit`, { ...shown, amp: ampPage('<img src="a.png">') });
      expect(textOf(refused.html)).toContain('AMP for Email forbids &lt;img&gt;; write &lt;amp-img&gt; instead.');
      expect(await mailings.getAmp({ mailingid }).orThrow()).toBe('');
      await world.press(`${own}/edit`, `${own}/edit`, { ...shown, amp: first! });
      expect(await mailings.getAmp({ mailingid }).orThrow()).toBe(first);
      const [saved] = await mailings.listRevisions({ mailingid }).orThrow();
      expect(textOf(await world.page(`${own}/versions/${saved!.id}`))).toContain('&lt;p&gt;First&lt;/p&gt;');
      await world.press(`${own}/edit`, `${own}/autosave`, { ...shown, amp: 'unfinished' });
      const [draft] = await mailings.listRevisions({ mailingid }).orThrow();
      const kept = fieldsOf(await world.page(`${own}/edit?draft=${draft!.id}`), `${own}/edit`);
      expect(kept.amp).toBe('unfinished');
      const before = fieldsOf(await world.page(`${own}/edit`), `${own}/edit`);
      await mailings.setAmp({ mailingid, body: second! }).orThrow();
      const asked = await world.press(`${own}/edit`, `${own}/edit`, { ...before, amp: third! });
      expect(textOf(asked.html)).toContain('While you were writing, changes were saved');
      expect(await mailings.getAmp({ mailingid }).orThrow()).toBe(second);
      await world.press(`${own}/edit`, `${own}/edit`, { ...fieldsOf(asked.html, `${own}/edit`), keep: 'mine' });
      expect(await mailings.getAmp({ mailingid }).orThrow()).toBe(third);
    },
  },
  {
    routes: ['POST /mailings/:id/edit'],
    title: 'the other notation takes along what was typed, and saves nothing',
    async judge(world) {
      const { mailings, mailingid, own } = await createMailing(world);
      const shown = fieldsOf(await world.page(`${own}/edit`), `${own}/edit`);
      const typed = { ...shown, subject: 'Typed', html: `${html}<p>More</p>`, next: 'mjml' };
      const other = fieldsOf((await world.press(`${own}/edit`, `${own}/edit`, typed)).html, `${own}/edit`);
      expect([other.subject, other.notation, other.html]).toEqual(['Typed', 'mjml', `${html}<p>More</p>`]);
      const back = await world.press(`${own}/edit`, `${own}/edit`, { ...other, next: 'html' });
      expect(fieldsOf(back.html, `${own}/edit`)).toMatchObject({ subject: 'Typed', html: `${html}<p>More</p>` });
      expect(await mailings.getHtml({ mailingid }).orThrow()).toBe(html);
    },
  },
  {
    routes: ['POST /mailings/:id/edit'],
    title: 'two people who edit a mailing are shown both texts, and what is chosen is stored',
    async judge(world) {
      const { mailings, mailingid, own } = await createMailing(world);
      const from = `${own}/edit`;
      const asked = await collide(world, {
        from,
        mine: { subject: 'Mine' },
        beside: { text: 'My text' },
        change: () => mailings.setContents({ mailingid, body: { subject: 'Theirs', preview_text: 'Look' } }).orThrow(),
      });
      expect(await mailings.getSubject({ mailingid }).orThrow()).toBe('Theirs');
      await world.press(from, from, { ...asked, keep: 'mine' });
      const { contents } = await latest(world, mailingid);
      expect(contents).toMatchObject({ subject: 'Mine', preview_text: '', text: 'My text', html });
      const again = await collide(world, {
        from,
        mine: { html: 'Mine in HTML' },
        change: () => mailings.setHtml({ mailingid, body: '<p>Theirs</p>' }).orThrow(),
      });
      await world.press(from, from, { ...again, 'take-0': 'theirs' });
      expect(await mailings.getHtml({ mailingid }).orThrow()).toBe('<p>Theirs</p>');
    },
  },
  {
    routes: ['POST /mailings/:id/preview'],
    title: 'the preview of what is written is the one of the API',
    async judge(world) {
      const { mailings, mailingid, own } = await createMailing(world);
      for (const body of [{ html: '<p>[[CONTACT|FIRSTNAME|you]]</p>' }, { mjml: '<mjml><mj-body></mj-body></mjml>' }]) {
        const [[notation, text]] = Object.entries(body) as [[string, string]];
        const shown = await world.press(own, `${own}/preview`, {
          html: 'other',
          [notation]: text,
          notation,
          contact: '',
        });
        expect(shown.html).toBe(await mailings.preview({ mailingid, body }).orThrow());
      }
    },
  },
  {
    routes: ['POST /mailings/:id/autosave', 'POST /mailings/:id/draft/delete', 'GET /mailings/:id/edit'],
    title: 'what is typed is kept beside the mailing, offered again, and deleted at the button',
    async judge(world) {
      const { mailings, mailingid, own } = await createMailing(world);
      const version = await mailings.getVersion({ mailingid }).orThrow();
      const typed: Record<string, string> = {
        ...fieldsOf(await world.page(`${own}/edit`), `${own}/edit`),
        subject: 'Half a subj',
      };
      expect(await world.press(`${own}/edit`, `${own}/autosave`, typed)).toMatchObject({ html: '{}' });
      expect(await mailings.getVersion({ mailingid }).orThrow()).toBe(version);
      expect(await mailings.getSubject({ mailingid }).orThrow()).toBe('First');
      const [draft] = await mailings.listRevisions({ mailingid }).orThrow();
      const html = await world.page(`${own}/edit`);
      expect(textOf(html)).toContain('You have unsaved changes of');
      expect(html).toContain(`${own}/edit?draft=${draft!.id}"`);
      const goneOn = await world.page(`${own}/edit?draft=${draft!.id}`);
      expect(fieldsOf(goneOn, `${own}/edit`)).toMatchObject({ subject: 'Half a subj', name: typed.name });
      await world.press(`${own}/edit`, `${own}/draft/delete`);
      expect((await mailings.listRevisions({ mailingid }).orThrow()).map(({ kind }) => kind)).toEqual(['saved']);
      expect(textOf(await world.page(`${own}/edit`))).not.toContain('unsaved changes');
    },
  },
  {
    routes: ['POST /mailings/:id/autosave', 'POST /mailings/:id/edit'],
    title: 'who goes on with a draft after others have saved is asked, and undoes nothing unasked',
    async judge(world) {
      const { mailings, mailingid, own } = await createMailing(world);
      const typed = { ...fieldsOf(await world.page(`${own}/edit`), `${own}/edit`), text: 'My text' };
      await world.press(`${own}/edit`, `${own}/autosave`, typed);
      const [draft] = await mailings.listRevisions({ mailingid }).orThrow();
      await mailings.setSubject({ mailingid, body: 'Theirs' }).orThrow();
      const goneOn = fieldsOf(await world.page(`${own}/edit?draft=${draft!.id}`), `${own}/edit`);
      const asked = await world.press(`${own}/edit`, `${own}/edit`, goneOn);
      expect(textOf(asked.html)).toContain('Theirs');
      expect(await mailings.getSubject({ mailingid }).orThrow()).toBe('Theirs');
    },
  },
  {
    routes: [
      'GET /mailings/:id/versions',
      'GET /mailings/:id/versions/:version',
      'GET /mailings/:id/versions/:version/preview',
      'POST /mailings/:id/versions/:version/restore',
    ],
    title: 'the versions are those of the API; the one that is shown is the one that is restored',
    async judge(world) {
      const { mailings, mailingid, own } = await createMailing(world);
      await mailings.setContents({ mailingid, body: { subject: 'Second', html: '<p>Second</p>' } }).orThrow();
      const revisions = await mailings.listRevisions({ mailingid }).orThrow();
      const list = await world.page(`${own}/versions`);
      expect(Array.from(list.matchAll(/\/versions\/(\d+)"/g), ([, id]) => Number(id))).toEqual(
        revisions.map(({ id }) => id),
      );
      const first = `${own}/versions/${revisions.at(-1)!.id}`;
      const page = await world.page(first);
      expect(factOf(page, 'Subject')).toBe('First');
      expect(await world.page(`${first}/preview`)).toBe(
        await mailings.preview({ mailingid, body: { html } }).orThrow(),
      );
      const fields = fieldsOf(page, `${first}/restore`);
      await mailings.setText({ mailingid, body: 'Changed meanwhile' }).orThrow();
      expect((await world.press(first, `${first}/restore`, fields)).html).toContain('role="alert"');
      expect(await mailings.getSubject({ mailingid }).orThrow()).toBe('Second');
      await world.press(first, `${first}/restore`, fieldsOf(await world.page(first), `${first}/restore`));
      expect(await mailings.getHtml({ mailingid }).orThrow()).toBe(html);
      expect(await mailings.getSubject({ mailingid }).orThrow()).toBe('First');
      expect((await world.browser.get(`${own}/versions/404404`)).status).toBe(404);
    },
  },
  {
    routes: ['GET /contacts/:id/edit', 'POST /contacts/:id/edit'],
    title: 'a contact that was changed meanwhile is asked about by field',
    async judge(world) {
      const { contacts } = world.service.client;
      const email = 'changed@truth.example';
      const id = await contacts.createByEmail({ email, permission: 4, body: {} }).orThrow();
      const own = `/console/contacts/${id}`;
      const city = (value: string) => ({ standard_fields: [{ name: 'CITY' as const, value }] });
      const asked = await collide(world, {
        from: `${own}/edit`,
        mine: { 'standard-CITY': 'Berlin' },
        beside: { 'standard-LASTNAME': 'Roth' },
        change: () => contacts.updateByEmail({ email, body: city('Paris') }).orThrow(),
      });
      await world.press(`${own}/edit`, `${own}/edit`, asked);
      const stored = await contacts
        .get({ id: id as number, ignore_checksum: true, standard_field: ['CITY', 'LASTNAME'] })
        .orThrow();
      expect(stored.standard_fields).toEqual(
        expect.arrayContaining([
          { name: 'CITY', value: 'Berlin' },
          { name: 'LASTNAME', value: 'Roth' },
        ]),
      );
    },
  },
  {
    routes: ['GET /settings', 'POST /settings/placeholders', 'POST /settings/sign-off', 'POST /settings/branding'],
    title: 'settings show what is stored, keep what was typed wrongly, and ask about what others have changed',
    async judge(world) {
      const { account } = world.service.client;
      const [from, texts] = ['/console/settings', '/console/settings/placeholders'];
      await world.press(from, texts, { key: 'IMPRINT', value: 'A street 1' });
      const shown = fieldsOf(await world.page(from), texts, 'value="IMPRINT"');
      expect(shown.value).toBe('A street 1');
      const asked = await collide(world, {
        from,
        action: texts,
        having: 'value="IMPRINT"',
        mine: { value: 'B street 2' },
        change: () => account.updatePlaceholders({ body: [{ key: 'IMPRINT', value: 'C street 3' }] }).orThrow(),
      });
      await world.press(from, texts, { ...asked, 'take-0': 'theirs' });
      expect(await account.getPlaceholders({}).orThrow()).toContainEqual({ key: 'IMPRINT', value: 'C street 3' });

      const signOff = '/console/settings/sign-off';
      const wrong = await world.press(from, signOff, { above: '-1' });
      expect(fieldsOf(wrong.html, signOff).above).toBe('-1');
      const limit = await collide(world, {
        from,
        action: signOff,
        mine: { above: '5' },
        change: () => account.setSignOffLimit({ body: { above: 9 } }).orThrow(),
      });
      await world.press(from, signOff, limit);
      expect((await account.getInfo().orThrow()).sign_off_above).toBe(5);
      await account.setSignOffLimit({ body: {} }).orThrow();

      const branding = '/console/settings/branding';
      const colors = await collide(world, {
        from,
        action: branding,
        mine: { name: 'Our garden' },
        change: () => account.setBranding({ body: { name: 'Their garden' } }).orThrow(),
      });
      await world.press(from, branding, colors);
      expect((await account.getBranding({}).orThrow()).name).toBe('Our garden');
    },
  },
  {
    routes: ['GET /webhooks/:id/edit', 'POST /webhooks/:id/edit'],
    title: 'a webhook that was changed meanwhile is asked about',
    async judge(world) {
      const { webhooks } = world.service.client;
      const hook = { url: 'https://hooks.example.com/a', events: ['bounce' as const] };
      const { id: webhookId } = await webhooks.create({ body: hook }).orThrow();
      const from = `/console/webhooks/${webhookId}/edit`;
      const asked = await collide(world, {
        from,
        mine: { url: 'https://hooks.example.com/mine' },
        change: () => webhooks.update({ webhookId, body: { ...hook, url: 'https://hooks.example.com/b' } }).orThrow(),
      });
      await world.press(from, from, asked);
      expect((await webhooks.get({ webhookId }).orThrow()).url).toBe('https://hooks.example.com/mine');
    },
  },
  {
    routes: ['GET /forms/:id/edit', 'POST /forms/:id/edit'],
    title: 'a sign-up form that was changed meanwhile is asked about, by what it asks for too',
    async judge(world) {
      const { signUpForms } = world.service.client;
      const body = { name: 'Garden', consent: 'News', double_opt_in: false };
      const { id: formId } = await signUpForms.create({ body }).orThrow();
      const from = `/console/forms/${formId}/edit`;
      const change = { ...body, consent: 'News, once a week', fields: [{ name: 'CITY', required: true }] };
      const asked = await collide(world, {
        from,
        mine: { consent: 'News, once a month' },
        change: () => signUpForms.update({ formId, body: change }).orThrow(),
      });
      await world.press(from, from, asked);
      const stored = await signUpForms.get({ formId }).orThrow();
      expect([stored.consent, stored.fields]).toEqual(['News, once a month', [{ name: 'CITY', required: true }]]);
    },
  },
  {
    routes: ['GET /automation/:id/edit', 'POST /automation/:id/edit'],
    title: 'a program that was changed meanwhile is asked about; its steps are taken as a whole',
    async judge(world) {
      const { marketingAutomation } = world.service.client;
      const wait = (days: number) => ({ kind: 'wait' as const, duration: `P${days}D` });
      const body = { name: 'Program', state: 'draft' as const, steps: [wait(1)] };
      const { id: programId } = await marketingAutomation.create({ body }).orThrow();
      const from = `/console/automation/${programId}/edit`;
      const theirs = { ...body, steps: [wait(3), wait(4)] };
      const before = fieldsOf(await world.page(from), from);
      await marketingAutomation.update({ programId, body: theirs }).orThrow();
      const asked = await world.press(from, from, { ...before, 'days-0': '2' });
      expect(textOf(asked.html)).toContain('1. Wait 3 days');
      expect((await marketingAutomation.get({ programId }).orThrow()).steps).toEqual(theirs.steps);
      await world.press(from, from, { ...fieldsOf(asked.html, from), keep: 'theirs', name: 'Renamed' });
      const stored = await marketingAutomation.get({ programId }).orThrow();
      expect([stored.name, stored.steps]).toEqual(['Renamed', theirs.steps]);
    },
  },
  {
    routes: ['GET /settings/brand', 'POST /settings/brand'],
    title:
      'the brand is that of the API; new blocks begin with it, others take it, and what others have changed is asked about',
    async judge(world) {
      const { service, page, press } = world;
      const { account, mailings } = service.client;
      const at = '/console/settings/brand';
      const shown = fieldsOf(await page(at), at);
      await press(at, at, { ...shown, color: '#8a1c4a', button_radius: '24', footer: 'Boats\r\n[[ACCOUNT|NAME]]' });
      const style = { color: '#8a1c4a', button_radius: 24, footer: 'Boats\n[[ACCOUNT|NAME]]' };
      expect(await account.getMailStyle({}).orThrow()).toMatchObject(style);
      expect(await page('/console/templates/gallery/newsletter-story/html')).toContain('background-color:#8a1c4a');
      const pale = await press(at, at, { ...fieldsOf(await page(at), at), color: '#ecca74' });
      expect(textOf(pale.html)).toContain('Text in the color “#ecca74” is hard to read.');
      expect(fieldsOf(pale.html, at)).toMatchObject({ color: '#ecca74', button_radius: '24' });
      const late = fieldsOf(await page(at), at);
      await account.setMailStyle({ body: { ...style, font: 'georgia' } }).orThrow();
      const asked = await press(at, at, { ...late, font: 'arial' });
      expect(textOf(asked.html)).toContain('While you were writing, changes were saved');
      await press(at, at, { ...fieldsOf(asked.html, at), keep: 'mine' });
      const { mjml } = await account.getMailStyle({}).orThrow();
      expect(mjml).toContain('font-family="Arial');

      const mailingid = await mailings.create({ name: 'Branded', subject: 'x' }).orThrow();
      const blocks = `/console/mailings/${mailingid}/blocks`;
      await press(blocks, blocks, { ...fieldsOf(await page(blocks), `${blocks}#blocks`), do: 'begin' });
      const first = await mailings.getMjml({ mailingid }).orThrow();
      const [, radius] = /border-radius="(\d+px)"/.exec(first)!;
      expect([radius, first]).toEqual(['24px', expect.stringContaining('Boats<br />[[ACCOUNT|NAME]]<br />')]);
      expect(await page(blocks)).not.toContain('value="brand"');
      await account.setMailStyle({ body: { ...style, button_radius: 2 } }).orThrow();
      const button = fieldsOf(await page(blocks), `${blocks}#blocks`, 'value="brand"');
      await press(blocks, blocks, { ...button, do: 'brand' });
      const taken = await mailings.getMjml({ mailingid }).orThrow();
      expect(taken).toContain('border-radius="2px"');
      expect(taken.replace(/<mj-attributes>[\s\S]*?<\/mj-attributes>/, '')).toBe(
        first.replace(/<mj-attributes>[\s\S]*?<\/mj-attributes>/, ''),
      );
      await account.setMailStyle({ body: {} }).orThrow();
    },
  },
  {
    routes: [
      'GET /templates',
      'POST /templates',
      'GET /templates/:id',
      'GET /templates/:id/html',
      'POST /templates/:id/delete',
    ],
    title: 'templates are those of the API, and are gone after the typed confirmation only',
    async judge({ service, browser, page, press }) {
      const { media } = service.client;
      const token = fieldsOf(await page('/console/templates'), '/console/templates').token!;
      const form = new FormData();
      for (const [name, value] of Object.entries({ token, path: 'truth/spring', name: 'Spring base' }))
        form.set(name, value);
      form.set('file', new File([html], 'spring.html', { type: 'text/html' }));
      const headers = { cookie: browser.cookie };
      const answer = await service.fetch(`${service.origin}/console/templates`, {
        method: 'POST',
        body: form,
        headers,
        redirect: 'manual',
      });
      expect(answer.headers.get('location')).toBe('/console/templates?done=template-added');
      const stored = (await media.listTemplates({}).orThrow()).find(({ path }) => path === 'truth/spring')!;
      expect(textOf(await page('/console/templates'))).toContain('Spring base truth/spring');
      const own = `/console/templates/${stored.id}`;
      expect(factOf(await page(own), 'Bytes')).toBe(String(stored.size));
      expect(await page(`${own}/html`)).toBe(html);
      await press(own, `${own}/delete`, { 'confirm-delete': 'something else' });
      expect(await media.listTemplates({}).orThrow()).toContainEqual(stored);
      await press(own, `${own}/delete`, { 'confirm-delete': 'truth/spring' });
      expect(await media.listTemplates({}).orThrow()).not.toContainEqual(stored);
    },
  },
];

async function latest({ service }: World, mailingid: number) {
  const { mailings } = service.client;
  const [newest] = await mailings.listRevisions({ mailingid }).orThrow();
  return mailings.getRevision({ mailingid, revisionId: newest!.id }).orThrow();
}
