import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import PostalMime from 'postal-mime';
import { vi } from 'vitest';
import { allRights, generateKey } from '../../src/account/keys/key.ts';
import { findKeyHolder, insertKey } from '../../src/account/keys/store.ts';
import { insertSession } from '../../src/account/sessions/store.ts';
import { insertAccount } from '../../src/account/store.ts';
import { openUserSession } from '../../src/account/users/sessions.ts';
import type { User } from '../../src/account/users/store.ts';
import { pixel } from '../../src/pages/tracking/pixel.ts';
import { json } from '../../src/platform/database/values.ts';
import { fillAccount } from '../isolation/belongings.ts';
import { releaseOptInMailing } from '../support/opt-in.ts';
import type { RawAnswer, RawCall } from '../support/raw.ts';
import { createSendout, reached } from '../support/sendout.ts';
import type { TestService } from '../support/service.ts';
import { signedIn } from '../support/users.ts';
import { crawl, linksIn } from './crawl.ts';
import type { Attacker } from './doors.ts';
import { type Row, type Tool, withTools } from './rows.ts';

type Get = (call: RawCall) => Promise<RawAnswer>;

const html = `<p>Hello</p><a href="https://shop.example.com/">shop</a><a href="[[LINK|ONLINE]]">online</a>
<a href="[[LINK|PROFILE]]">preferences</a><a href="[[LINK|UNSUBSCRIBE]]">unsubscribe</a>`;

/**
 * Gives the account of the service one of everything, mails to people included, and another account the same. Returns what
 * somebody who belongs to the first account knows, and a way to sign in again; the other account; and the rows with the tools that a key of the account has.
 */
export async function prepare(service: TestService, rows: readonly Row[], get: Get) {
  const own = await fillAccount(service);
  const mailing = await sendMails(service);
  const { id } = await signedIn(service, 'administrator');
  const user = await service.db
    .selectFrom('account_user')
    .selectAll()
    .where('account_id', '=', service.accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const entry = await signIn(service, user);
  const cookie = `__Host-mailwright=${entry.sessions[0]}`;
  const constant = rows.flatMap(({ fixed: [path, ...rest] }) => (rest.length === 0 ? [path!] : []));
  const mails = await readMails(service);
  const first = [...constant, ...mails.links, ...(await publicAddresses(service, mailing, mails.links))];
  const found = await crawl(rows, first, service.origin, (path) => get({ path, headers: { cookie } }));
  // Nothing of the other account is there before, so nothing of it was found.
  const other = await otherAccount(service);
  const ids = [...Object.values(await fillAccount(other)), ...Object.values(own)];
  const attacker: Attacker = { ...entry, found, mailIds: mails.ids, ids };
  const enterAgain = async () => void Object.assign(attacker, await signIn(service, user));
  return { attacker, enterAgain, other, rows: withTools(rows, await listTools(service, get)) };
}

/** Returns addresses that stand in no mail and on no page, because people copy them or pages of others have them. */
async function publicAddresses({ client, origin }: TestService, mailingid: number, links: readonly string[]) {
  const [archive, report, image, [site]] = await Promise.all([
    client.mailings.getArchiveUrl({ mailingid }).orThrow(),
    client.mailings.getReportUrl({ mailingid }).orThrow(),
    client.media.addImage({ contentType: 'image/gif', body: pixel }).orThrow(),
    client.conversions.listSites().orThrow(),
  ]);
  const reader = links.find((link) => link.startsWith('/c/'))!.slice('/c/'.length);
  return [
    ...linksIn(`${archive} ${report} ${image.url}`, origin),
    `/k/${site!.id}/${site!.goals[0]!.id}?t=${reader}&v=19.90&o=1`,
  ];
}

/** Sends a newsletter, a tracked mail of one call, an approval, a confirmation of a sign-up and a link to somebody's own data. */
async function sendMails(service: TestService): Promise<number> {
  const { client } = service;
  await releaseOptInMailing(service, 'default');
  await client.contacts.createByEmail({ email: 'ada@reader.example', permission: 1, doi: true, body: {} }).orThrow();
  const mailingid = await createSendout(service, html);
  await client.mailings.sendNow({ mailingid }).orThrow();
  await reached(service, mailingid, 'done');
  const mail = {
    to: [{ email: 'ada@reader.example' }],
    from: { email: 'shop@example.org' },
    subject: 'Order',
    html,
    track: { opens: true, clicks: 'all' as const },
  };
  await client.transactionalMails.send({ body: mail }).orThrow();
  const preferences = (await readMails(service)).links.find((link) => /^\/p\/[\w-]+$/.test(link));
  await service.fetch(`${service.origin}${preferences}/own-data`, { method: 'POST' });
  const asked = await createSendout(service, html);
  await client.mailingChecks
    .startApproval({ mailingid: asked, test_targetgroup_id: await service.groupId('test') })
    .orThrow();
  await linksLike(service, ['/own-data/', '/approve/', '/doi/', '/t/']);
  return mailingid;
}

/** Waits for mails with links of each kind. */
async function linksLike(service: TestService, beginnings: readonly string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      const { links } = await readMails(service);
      const missing = beginnings.filter((begin) => !links.some((link) => link.startsWith(begin)));
      if (missing.length > 0) throw new Error(`No mail has a link to ${missing.join(', ')}.`);
    },
    { timeout: 10_000, interval: 50 },
  );
}

async function readMails({ outboxDirectory, origin }: TestService) {
  const files = globSync('**/*.eml', { cwd: outboxDirectory }).map((file) => join(outboxDirectory, file));
  const mails = await Promise.all(files.map((file) => PostalMime.parse(readFileSync(file))));
  return {
    links: [...new Set(mails.flatMap(({ html = '', text = '' }) => linksIn(html + text, origin)))],
    ids: mails.flatMap(({ messageId = [] }) => messageId),
  };
}

/** Opens a session of the user, who is as before whatever has been changed, and one of a new key. */
async function signIn({ db, accountId }: TestService, user: User): Promise<Pick<Attacker, 'key' | 'sessions'>> {
  const { id, outcome_mails, ...others } = user;
  const fields = { ...others, outcome_mails: json(outcome_mails) };
  const restored = db.updateTable('account_user').set(fields).where('account_id', '=', accountId).where('id', '=', id);
  const created = db.insertInto('account_user').values(fields);
  const present =
    (await restored.returningAll().executeTakeFirst()) ?? (await created.returningAll().executeTakeFirstOrThrow());
  const key = generateKey();
  await insertKey(db, accountId, key, { label: 'hostile', rights: [...allRights], creator: 'test', expires_at: null });
  const sessions = [
    await openUserSession(db, present, '127.0.0.1'),
    await insertSession(db, (await findKeyHolder(db, key))!, key, '127.0.0.1'),
  ];
  return { key, sessions: sessions.map(({ token }) => `${accountId}.${token}`) };
}

async function otherAccount(service: TestService): Promise<TestService> {
  const accountId = await insertAccount(service.db, { name: 'other', domain: 'example.net' });
  const key = generateKey();
  const about = { label: 'other', rights: [...allRights], creator: 'other', expires_at: null };
  await insertKey(service.db, accountId, key, about);
  const client = createClient({ baseUrl: `${service.origin}/1.0`, apiKey: key, fetch: service.fetch });
  return { ...service, client, key, accountId };
}

async function listTools({ key }: TestService, get: Get): Promise<Tool[]> {
  const { body } = await get({
    method: 'POST',
    path: '/mcp',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  return JSON.parse(/^data: (.*"tools".*)$/m.exec(body)?.[1] ?? body).result.tools;
}
