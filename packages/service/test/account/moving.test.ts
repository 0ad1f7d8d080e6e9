import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { createAdminClient } from '@mailwright/client/admin';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { allRights } from '../../src/account/index.ts';
import { generateKey } from '../../src/account/keys/key.ts';
import { insertOperatorKey } from '../../src/account/operators/store.ts';
import { audited } from '../../src/administration/audited.ts';
import { Backups } from '../../src/administration/backups.ts';
import { type MoveResult, Moves } from '../../src/administration/moves.ts';
import { createDkimKey } from '../../src/sending/dkim/keys.ts';
import { databases } from '../support/database.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { browser, visit } from '../support/tracked-mailing.ts';

const [embedded, server] = databases();
const people = 60;
const atOnce = 20;
const folder = mkdtempSync(join(tmpdir(), 'mailwright-move-'));
let files = 0;
const keyFile = join(folder, 'move.key');
writeFileSync(keyFile, 'a key that both of the installations have\n');
const newFile = () => join(folder, `${++files}.account.gz`);

/** The actions of operators beside a service. */
function operatorOf({ db, origin }: TestService, dkimDirectory?: string) {
  const moves = new Moves();
  const tools = {} as Parameters<typeof audited>[1]['tools'];
  const actions = audited(db, {
    publicUrl: origin,
    backups: new Backups(undefined),
    moves,
    moveKeyFile: keyFile,
    tools,
    dkimDirectory,
  });
  const ended = async (): Promise<MoveResult> => {
    await vi.waitFor(() => expect(moves.state.finished).toBe(true), 30_000);
    const { error, result } = moves.state;
    if (error !== null) throw new Error(error);
    return result!;
  };
  return { ...actions, ended };
}

/** A service whose demo account has this number. */
async function serviceWith(accountId: number, { open }: NonNullable<typeof embedded>) {
  const database = await open();
  await sql`select setval('account_id_seq', ${accountId}, false)`.execute(database.kysely);
  const sink = await startSmtpSink();
  const directories = { operatorFiles: folder };
  const service = await startTestService(database, sink.url, {}, { directories, moveKeyFile: keyFile });
  onTestFinished(async () => {
    await service.close();
    await sink.close();
  });
  return { service, sink };
}

const html = '<a href="https://shop.example.com/spring">Spring</a> <a href="[[LINK|UNSUBSCRIBE]]">unsubscribe</a>';
const clickAddress = (html: string) => new URL(/href="(https:[^"]+\/c\/[^"]+)"/.exec(html)![1]!);
const recipients = (mails: { to: string[] }[]) => mails.flatMap(({ to }) => to).sort();

describe.each([
  { from: embedded!, to: server! },
  { from: server!, to: embedded! },
])('an account goes from $from.kind to $to.kind', ({ from, to }) => {
  test('with a running sendout, events and links: nothing is lost and nothing doubled', async () => {
    const old = await serviceWith(7, from);
    const { client, accountId, db } = old.service;
    for (let reader = 0; reader < people; reader++)
      await client.contacts.createByEmail({ email: `reader-${reader}@example.com`, permission: 5, body: {} }).orThrow();
    const addresses = (await db.selectFrom('contact').select('email').execute()).map(({ email }) => email!).sort();
    const oldKeys = mkdtempSync(join(folder, 'keys-'));
    const { domain } = await db.selectFrom('account').select('domain').executeTakeFirstOrThrow();
    createDkimKey(oldKeys, { domain, selector: 'one', type: 'ed25519' });
    const operator = operatorOf(old.service, oldKeys);
    await operator.setLimit({ account: accountId, perDay: atOnce });
    const mailingid = await createSendout(old.service, html);
    await client.mailings.sendNow({ mailingid }).orThrow();
    await vi.waitFor(() => expect(old.sink.mails).toHaveLength(atOnce), 30_000);
    const [first] = old.sink.mails;
    const link = clickAddress(first!.email.html!);
    expect((await visit(old.service, link.href)).headers.get('location')).toBe('https://shop.example.com/spring');
    const clicks = () => sql<{ clicks: number }>`select count(*) as clicks from click`;
    await vi.waitFor(async () => expect((await clicks().execute(db)).rows).toEqual([{ clicks: 1 }]), 20_000);

    const file = newFile();
    await operator.exportAccount({ id: accountId, target: file });
    const exported = await operator.ended();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const refused = await client.contacts.createByEmail({ email: 'late@example.com', body: {} }, { retries: 0 });
    expect(refused.status).toBe(503);
    expect(await client.contacts.count({}).orThrow()).toBe(addresses.length);
    const token = first!.email.headers.find(({ key }) => key === 'list-unsubscribe')!.value;
    const leaving = /<(https:[^>]+)>/.exec(token)![1]!;
    const body = 'List-Unsubscribe=One-Click';
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const left = await old.service.fetch(leaving, { method: 'POST', body, headers: form });
    expect(left.status).toBe(503);

    const next = await serviceWith(1, to);
    // Keys for a domain that another account sends from are not taken.
    await sql`update account set domain = 'here.example'`.execute(next.service.db);
    await sql`update sender_domain set domain = 'here.example'`.execute(next.service.db);
    await sql`update mailing_content set sender = replace(sender, ${domain}, 'here.example')`.execute(next.service.db);
    const newKeys = mkdtempSync(join(folder, 'keys-'));
    const newOperator = operatorOf(next.service, newKeys);
    await newOperator.importAccount({ source: file });
    const imported = await newOperator.ended();
    expect(imported.tables).toEqual(exported.tables);
    expect(imported.tables).toContainEqual(expect.objectContaining({ name: 'contact', rows: addresses.length }));
    const pem = `one._domainkey.${domain}.pem`;
    expect(imported.dkimKeys).toEqual([pem]);
    expect(readFileSync(join(newKeys, pem), 'utf8')).toBe(readFileSync(join(oldKeys, pem), 'utf8'));

    await newOperator.removeLimit({ account: accountId });
    await vi.waitFor(() => expect(next.sink.mails).toHaveLength(addresses.length - atOnce), 30_000);
    expect(recipients([...old.sink.mails, ...next.sink.mails])).toEqual(addresses);
    const { origin, fetch } = next.service;
    const moved = createClient({ baseUrl: `${origin}/1.0`, apiKey: old.service.key, fetch });
    await vi.waitFor(async () => expect(await moved.mailings.getState({ mailingid }).orThrow()).toBe('done'), 30_000);
    expect(old.sink.mails).toHaveLength(atOnce);

    const there = (address: string) => new URL(new URL(address).pathname, origin).href;
    const again = await visit(next.service, there(link.href), browser);
    expect(again.headers.get('location')).toBe('https://shop.example.com/spring');
    await vi.waitFor(
      async () => expect((await clicks().execute(next.service.db)).rows).toEqual([{ clicks: 2 }]),
      20_000,
    );
    const out = await fetch(there(leaving), { method: 'POST', body, headers: form });
    expect(out.status).toBe(200);
    const gone = next.service.db.selectFrom('contact').select('email').where('account_id', '=', accountId);
    expect(await gone.where('unsubscribed_at', 'is not', null).execute()).toEqual([{ email: first!.to[0] }]);
    const id = await moved.contacts.createByEmail({ email: 'new@example.com', body: {} }).orThrow();
    expect(id).toBeGreaterThan(addresses.length);

    await operator.removeAccount({ id: accountId });
    const rest = await sql<{ rows: number }>`select count(*) as rows from contact`.execute(db);
    expect(rest.rows).toEqual([{ rows: 0 }]);
  });
});

test('an account moves by the administration interface of both installations', async () => {
  const [old, next] = await Promise.all([serviceWith(5, server!), serviceWith(1, server!)]);
  const adminOf = async (service: TestService) => {
    const operatorKey = generateKey();
    const about = { label: '', rights: [...allRights], expires_at: null, networks: [] };
    await insertOperatorKey(service.db, operatorKey, about);
    return createAdminClient({
      baseUrl: `${service.origin}/admin/1.0`,
      operatorKey,
      fetch: service.fetch,
    });
  };
  const ended = (admin: Awaited<ReturnType<typeof adminOf>>) =>
    vi.waitFor(async () => {
      const move = await admin.moves.get().orThrow();
      expect(move).toMatchObject({ finished: true, error: null });
      return move;
    });
  const [from, to] = [await adminOf(old.service), await adminOf(next.service)];
  expect((await from.moves.get()).status, 'nothing was moved yet').toBe(409);
  const account = old.service.accountId;
  const target = newFile();
  await from.moves.startExport({ body: { account, target } }).orThrow();
  const exported = await ended(from);
  expect(exported).toMatchObject({ kind: 'export', result: { account: { id: account } } });
  expect(await from.accounts.get({ account }).orThrow()).toMatchObject({ closed: null, sealed: expect.any(String) });
  expect((await from.moves.startExport({ body: { account, target: newFile() } })).status).toBe(409);

  const unsigned = newFile();
  writeFileSync(unsigned, readFileSync(target).subarray(0, -32));
  await to.moves.startImport({ body: { source: unsigned } }).orThrow();
  await vi.waitFor(async () => {
    const { finished, error } = await to.moves.get().orThrow();
    expect({ finished, error }).toEqual({ finished: true, error: expect.stringContaining('its signature is not') });
  });
  await to.moves.startImport({ body: { source: target } }).orThrow();
  expect((await ended(to)).result!.tables).toEqual(exported.result!.tables);
  const { origin, fetch } = next.service;
  const moved = createClient({ baseUrl: `${origin}/1.0`, apiKey: old.service.key, fetch });
  expect(await moved.contacts.count({}).orThrow()).toBe(await old.service.client.contacts.count({}).orThrow());
  expect(await to.accounts.get({ account }).orThrow()).toMatchObject({ sealed: null });

  await from.moves.remove({ account }).orThrow();
  expect((await from.accounts.list().orThrow()).map(({ id }) => id)).not.toContain(account);
  expect((await from.moves.release({ account })).status).toBe(404);
});

describe('what does not fit', () => {
  test('is refused, and an account that was exported can go on', async () => {
    const { service } = await serviceWith(3, server!);
    const { accountId, client } = service;
    const operator = operatorOf(service);
    const file = newFile();
    await operator.exportAccount({ id: accountId, target: file });
    await operator.ended();
    await expect(operator.exportAccount({ id: accountId, target: newFile() })).rejects.toThrow('is sealed');
    await operator.importAccount({ source: file });
    await expect(operator.ended()).rejects.toThrow('already has an account 3');
    await operator.unsealAccount({ id: accountId });
    await client.contacts.createByEmail({ email: 'late@example.com', body: {} }).orThrow();
    await expect(operator.unsealAccount({ id: accountId })).rejects.toThrow('is not sealed');
    await expect(operator.removeAccount({ id: accountId })).rejects.toThrow('is not sealed');

    await operator.exportAccount({ id: accountId, target: file });
    await expect(operator.ended()).rejects.toThrow('already exists');
    await client.contacts.createByEmail({ email: 'later@example.com', body: {} }).orThrow();
  });

  test('a file that is damaged or cut leaves nothing behind', async () => {
    const old = await serviceWith(4, server!);
    const operator = operatorOf(old.service);
    const file = newFile();
    await operator.exportAccount({ id: 4, target: file });
    await operator.ended();
    const next = await serviceWith(1, server!);
    const newOperator = operatorOf(next.service);
    const bytes = readFileSync(file);
    for (const [name, damaged] of [
      ['cut', bytes.subarray(0, -200)],
      ['other', Buffer.from('hello')],
    ] as const) {
      const path = join(folder, name);
      writeFileSync(path, damaged);
      await newOperator.importAccount({ source: path });
      await expect(newOperator.ended()).rejects.toThrow('is no complete file of "mailwright accounts export"');
    }
    await newOperator.importAccount({ source: join(folder, 'none') });
    await expect(newOperator.ended()).rejects.toThrow('there is no file');
    expect((await newOperator.listAccounts({})).map(({ id }) => id)).toEqual([1]);
  });
});
