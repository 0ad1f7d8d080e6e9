import { operations } from '@mailwright/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { routes } from '../../../console/src/pages/routes.ts';
import { findRoute, type Right, type Route, rightsOf } from '../../../console/src/web/routes.ts';
import { grantOfRole } from '../../src/account/keys/roles.ts';
import type { Role } from '../../src/account/tables.ts';
import { fillDemoAccount } from '../../src/app/demo-contents.ts';
import { html, slowDown } from '../support/console.ts';
import { type PageForm, readForms, type WalkedPage, walkPages } from '../support/console-walk.ts';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { sendTracked } from '../support/tracked-mailing.ts';
import { type Browser, signedIn } from '../support/users.ts';

/**
 * Everybody at the console: the pages that each role reaches by links, and all forms on them, are found in the rendered pages; which
 * rights they need stands in the table of routes, and is compared with the operations that were called.
 */

const roles: readonly Role[] = ['reader', 'editor', 'sender', 'administrator'];
const [embedded] = databases();
let service: TestService;
const people = new Map<Role, { browser: Browser; pages: WalkedPage[] }>();

const routeOf = (method: string, path: string) => {
  const found = findRoute(routes, method, path.split(/[?#]/, 1)[0]!);
  return found && 'route' in found ? found.route : undefined;
};
const kindOf = (path: string) => routeOf('GET', path)?.pattern.source;
const rightsOfRole = (role: Role): ReadonlySet<string> => {
  const { rights, privileges } = grantOfRole(role);
  return new Set([...rights, ...privileges]);
};
const may = (role: Role, needed: readonly Right[]) => needed.every((right) => rightsOfRole(role).has(right));

beforeAll(async () => {
  service = await startTestService(await embedded!.open());
  await fillDemoAccount(service.db, service.accountId);
  const { client } = service;
  const { items: readers } = await client.contacts.list({}).orThrow();
  const all = readers.map(({ id }) => id);
  const { mailingId: paused } = await sendTracked(service, html, all);
  await slowDown(service, paused);
  const write = async (name: string) => {
    const mailingid = await client.mailings.create({ name, subject: name }).orThrow();
    await client.mailings.setSender({ mailingid, body: 'news@example.com' }).orThrow();
    await client.mailings.setHtml({ mailingid, body: html }).orThrow();
    await client.regularMailings.setTargetGroup({ mailingid, body: await service.groupId('regular') }).orThrow();
    return mailingid;
  };
  const walk = await write('Walk');
  // It has an outcome that nobody has seen.
  const test_targetgroup_id = await service.groupId('test');
  await client.mailingChecks.startTestSendout({ mailingid: walk, test_targetgroup_id }).orThrow();
  await client.mailings.setContents({ mailingid: walk, body: { html: `${html}<p>More</p>` } }).orThrow();
  const signed = await write('Signed');
  const small = await write('Small');
  await client.account.setSignOffLimit({ body: { above: 1 } }).orThrow();
  await client.suppressions.add({ body: { import_name: 'by hand', entries: ['ida@example.org'] } }).orThrow();
  const scheduled = await client.mailings.create({ name: 'Later', subject: 'Later' }).orThrow();
  const sending = await client.mailings.create({ name: 'Now', subject: 'Now' }).orThrow();
  const blocks = await client.mailings.create({ name: 'Blocks', subject: 'Blocks' }).orThrow();
  const mjml = '<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>';
  await client.mailings.setContents({ mailingid: blocks, body: { mjml } }).orThrow();
  for (const state of ['draft', 'testing'] as const) {
    const mailing_ids = [await write(`${state} one`), await write(`${state} two`)];
    const body = { name: state, share: 50, criterion: 'human_clicks' as const, hours: 1, mailing_ids };
    const id = await client.experiments.create({ body }).orThrow();
    await service.db.updateTable('experiment').set({ state }).where('id', '=', id).execute();
    if (state === 'testing')
      await service.db.updateTable('mailing').set({ state: 'sending' }).where('id', 'in', mailing_ids).execute();
  }
  await client.webhooks
    .create({ body: { url: 'https://hooks.example/', events: ['bounce', 'mail_events'] } })
    .orThrow();
  const steps = [{ kind: 'wait' as const, duration: 'P1D' }];
  const byHand = { name: 'By hand', state: 'released' as const, steps };
  const { id: programId } = await client.marketingAutomation.create({ body: byHand }).orThrow();
  await client.marketingAutomation.start({ programId, body: { emails: [readers[0]!.email!] } }).orThrow();
  await client.marketingAutomation.update({ programId, body: byHand }).orThrow();
  await client.account.setSunsetPolicy({ body: { active: true, days: 365 } }).orThrow();
  await service.db
    .insertInto('sunset_contact')
    .values({ account_id: service.accountId, contact_id: all[1]!, asked_at: new Date(), rests_at: new Date() })
    .execute();
  await client.media.addBlock({ body: { name: 'Hours', mjml: '<mj-text>Open from 9 to 5</mj-text>' } }).orThrow();
  const sent = await write('Sent');
  await service.db.updateTable('mailing').set({ state: 'done' }).where('id', '=', sent).execute();
  await client.signUpForms.create({ body: { name: 'Site', consent: 'I want the newsletter.' } }).orThrow();
  const off = { name: 'Shop', consent: 'I want the newsletter.', double_opt_in: false, active: false };
  await client.signUpForms.create({ body: off }).orThrow();
  await service.db.updateTable('mailing').set({ state: 'sending' }).where('id', '=', sending).execute();
  await service.db
    .updateTable('mailing')
    .set({ state: 'scheduled', schedule_time: new Date(Date.now() + 86_400_000) })
    .where('id', '=', scheduled)
    .execute();
  const file = { name: 'a.csv', contentType: 'text/csv', body: new TextEncoder().encode('email\nx@example.org\n') };
  await client.imports.create(file).orThrow();
  const image = { name: 'logo.gif', contentType: 'image/gif', body: new TextEncoder().encode('GIF89a-walk') };
  await client.media.addImage(image).orThrow();
  await client.apiKeys.create({ body: { label: 'Shop', rights: ['get'] } }).orThrow();
  const { id: templateId } = await client.media.addTemplate({ path: 'walk', name: 'One', body: html }).orThrow();
  await client.media.updateTemplate({ templateId, body: { name: 'Two' } }).orThrow();
  for (const role of roles) {
    const { browser } = await signedIn(service, role);
    people.set(role, { browser, pages: [] });
  }
  const { browser } = people.get('administrator')!;
  const citizen = { email: 'one@walk.example', permission: '3', 'standard-CITY': 'Walkham' };
  await browser.submit(`/console/mailings/${walk}/autosave`, { name: 'Walk', subject: 'Typed', html });
  await browser.submit('/console/contacts/new', citizen);
  const rule = { 'field.0.0': 'CITY', 'operator.0.0': 'EQUALS', 'value.0.0': 'Walkham' };
  const segment = await browser.submit('/console/segments/new', {
    name: 'One',
    groups: '0',
    'match.0': 'all',
    ...rule,
  });
  const group = Number(segment.headers.get('location')?.split('/').at(-1));
  await client.regularMailings.setTargetGroup({ mailingid: small, body: group }).orThrow();
  const page = await (await browser.get(`/console/mailings/${signed}`)).text();
  await send(browser, readForms(page).find(({ action }) => action.endsWith('/sign-off'))!);
  for (const [, person] of people) person.pages = await walkPages(person.browser, kindOf);
});
afterAll(() => service?.close());

/** Which of its forms are there depends on who has signed off, or has typed something. */
const isPersonal = (action: string) => /\/(?:sign-off|draft)/.test(action);

const shown = ({ path, forms }: WalkedPage) => forms.map(({ action }) => `${path}: ${action}`);

test.each(roles)('no page that a %s is led to is refused', (role) => {
  const { pages } = people.get(role)!;
  expect(
    pages.filter(({ status }) => status === 403 || status >= 500).map(({ path, status }) => `${path}: ${status}`),
  ).toEqual([]);
});

test.each(roles)('a %s is offered each page and form of the administrator that the role allows', (role) => {
  const { pages } = people.get(role)!;
  const open = new Set(pages.map(({ path }) => path));
  const offered = new Set(pages.flatMap(shown));
  const all = people.get('administrator')!.pages;
  const missing = all.flatMap((page) => [
    ...(may(role, rightsOf(routes, 'GET', page.path)) && !open.has(page.path) ? [page.path] : []),
    ...page.forms
      .filter(({ action }) => !isPersonal(action) && open.has(page.path) && may(role, rightsOf(routes, 'POST', action)))
      .map(({ action }) => `${page.path}: ${action}`)
      .filter((form) => !offered.has(form)),
  ]);
  expect(missing).toEqual([]);
});

/** Forms that a script sends, or that need credentials of one's own: tests of ways in have them. */
const elsewhere = /preview|profile|autosave/;

test('each form that changes something is on a page that an administrator is led to', () => {
  const found = new Set(people.get('administrator')!.pages.flatMap(({ forms }) => forms.map(({ action }) => action)));
  const reached = new Set([...found].map((action) => routeOf('POST', action)?.pattern.source));
  const unreached = routes.filter(
    ({ method, pattern }) => method === 'POST' && !elsewhere.test(pattern.source) && !reached.has(pattern.source),
  );
  expect(unreached.map(({ pattern }) => pattern.source)).toEqual([]);
});

test.each(roles)('a %s meets no button that opens a question without an answer', (role) => {
  expect(people.get(role)!.pages.flatMap(({ path, dead }) => dead.map((label) => `${path}: ${label}`))).toEqual([]);
});

test('an editor is offered to ask for sign-offs, and not to sign off', () => {
  const forms = people.get('editor')!.pages.flatMap(({ forms }) => forms.map(({ action }) => action));
  const kinds = new Set(
    forms
      .filter((action) => action.includes('/sign-off'))
      .map((action) => action.replaceAll(/.*sign-off/g, 'sign-off')),
  );
  expect([...kinds]).toEqual(['sign-off/request']);
});

/** Activates what it has created only for those who may send; needs more for trigger mailings than for the one that is found here. */
const goesFurther = /\/(?:automatic|deactivate)\$$/;

/** Forms that end something are sent last, so that the others still have it. */
const ends = /(?:delete|erase|remove|revoke|cancel|removal|end|sessions|block|unsubscribe)$/;

test('whatever is offered is allowed, and asks for the rights of the operations that it calls', async () => {
  const refused: string[] = [];
  const calledBy = new Map<Route, Set<string>>();
  for (const role of roles) {
    const { browser, pages } = people.get(role)!;
    const forms = pages
      .flatMap(({ forms }) => forms)
      .filter(({ action }) => routeOf('POST', action) !== undefined && !/^\/console\/(?:profile|sign-out)/.test(action))
      .sort((a, b) => Number(ends.test(a.action)) - Number(ends.test(b.action)));
    for (const form of forms) {
      const before = await lastAct();
      const answer = await send(browser, form);
      if (answer.status === 403) refused.push(`${role}: ${form.action}`);
      if (answer.status !== 303) continue;
      const called = await actsAfter(before);
      const route = routeOf('POST', form.action)!;
      calledBy.set(route, new Set([...(calledBy.get(route) ?? []), ...called]));
    }
  }
  expect(refused).toEqual([]);
  // A page may call other operations for mailings of other types.
  const wrong = [...calledBy].flatMap(([route, called]) => {
    const needed = [...new Set([...called].flatMap(rightsOfOperation))].filter((right) => right !== 'get').sort();
    const declared = (route.rights ?? []).filter((right) => right !== 'get').sort();
    const source = route.pattern.source;
    return called.size === 0 || String(needed) === String(declared) || goesFurther.test(source)
      ? []
      : [`${source}: ${[...called]} need ${needed}, declared are ${declared}`];
  });
  expect(wrong).toEqual([]);
});

async function send(browser: Browser, { action, enctype, fields }: PageForm): Promise<Response> {
  if (enctype === '') return browser.post(action, Object.fromEntries(fields));
  return browser.upload(action, fields);
}

const rightsOfOperation = (id: string): string[] => {
  const { right, privilege } = (operations as Record<string, { right: string; privilege?: string }>)[id]!;
  return [right, ...(privilege === undefined ? [] : [privilege])];
};

async function lastAct(): Promise<number> {
  const { last } = await service.db
    .selectFrom('audit_entry')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

async function actsAfter(id: number): Promise<string[]> {
  const acts = await service.db.selectFrom('audit_entry').select('action').where('id', '>', id).execute();
  return acts.map(({ action }) => action).filter((action) => Object.hasOwn(operations, action));
}
