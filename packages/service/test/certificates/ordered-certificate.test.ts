import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { CertificateKeeper } from '../../src/platform/acme/keeper.ts';
import { findOrder } from '../../src/platform/acme/store.ts';
import type { Database } from '../../src/platform/database/open.ts';
import { ownIdentity } from '../../src/platform/http/certificate.ts';
import { type Authority, startAuthority } from '../support/acme-authority.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const day = 86_400_000;
const names = ['news.example.com', 'mails.example.com'];

describe.each(usualDatabases())('certificates ordered by ACME on $kind', ({ open }) => {
  let database: Database;
  let service: TestService;
  let authority: Authority;
  let keeper: CertificateKeeper;
  let clock: Date;
  /** Which ports of the service the authority reaches. */
  let reached: { http: boolean; https: boolean };
  const log: string[] = [];
  const keepers: CertificateKeeper[] = [];

  const makeKeeper = (wanted = names) => {
    const options = { directory: authority.directory, names: wanted, email: 'ops@example.com' };
    const made = new CertificateKeeper({
      ...options,
      db: database.kysely,
      log: (line) => log.push(line),
      now: () => clock,
      pause: async () => {},
    });
    keepers.push(made);
    return made;
  };

  beforeAll(async () => {
    database = await open();
    clock = new Date('2031-01-01T00:00:00Z');
    authority = await startAuthority({
      days: 90,
      now: () => clock,
      ports: () => ({
        http: reached.http ? Number(new URL(service.plainOrigin).port) : undefined,
        https: reached.https ? Number(new URL(service.origin).port) : undefined,
      }),
    });
    keeper = makeKeeper();
    service = await startTestService(database, undefined, {}, { certificateKeeper: keeper, metricsToken: 'watching' });
  });
  afterAll(async () => {
    await Promise.all(keepers.map((each) => each.close()));
    await service?.close();
    await authority?.close();
  });
  beforeEach(async () => {
    clock = new Date('2031-01-01T00:00:00Z');
    reached = { http: true, https: true };
    authority.refuse(undefined);
    authority.wantRenewal(undefined);
    await database.kysely.deleteFrom('ordered_certificate').execute();
    authority.issued.length = 0;
    log.length = 0;
  });

  const serial = async (from = keeper) => new X509Certificate((await from.load())!.cert).serialNumber;
  const pass = (millis: number) => {
    clock = new Date(clock.getTime() + millis);
  };
  /** The fingerprint that clients see, and the protocol that they speak. */
  const see = async (ALPNProtocols?: string[]) => {
    const port = Number(new URL(service.origin).port);
    const socket = connect({ port, servername: names[0], rejectUnauthorized: false, ALPNProtocols });
    await once(socket, 'secureConnect');
    const seen = { serial: socket.getPeerX509Certificate()!.serialNumber, protocol: socket.alpnProtocol };
    socket.destroy();
    return seen;
  };

  /** The page of the console that a person sees first. */
  const overview = async () => {
    const body = new URLSearchParams({ key: service.key });
    const entered = await service.fetch(`${service.origin}/console/sign-in`, {
      method: 'POST',
      body,
      redirect: 'manual',
    });
    const cookie = entered.headers.get('set-cookie')!.split(';')[0]!;
    return (await service.fetch(`${service.origin}/console`, { headers: { cookie } })).text();
  };

  test('names are proven by HTTP, and the certificate is shown to those who connect from then on', async () => {
    const own = await ownIdentity(join(inject('runDirectory'), 'tls'));
    onTestFinished(() => service.setIdentity(own));
    const before = await see();
    expect(await keeper.load()).toBeUndefined();
    await keeper.renew();
    const identity = (await keeper.load())!;
    service.setIdentity(identity);
    expect(new X509Certificate(identity.cert).subjectAltName).toBe('DNS:news.example.com, DNS:mails.example.com');
    expect(await see(['http/1.1'])).toEqual({ serial: await serial(), protocol: 'http/1.1' });
    expect(before.serial).not.toBe(await serial());
    expect([log, authority.faults, authority.issued]).toEqual([[], [], [names]]);
  });

  test('keys are encrypted in the database, and no proof stays', async () => {
    await keeper.renew();
    const row = await database.kysely.selectFrom('ordered_certificate').selectAll().executeTakeFirstOrThrow();
    const stored = [row.account_key, row.certificate_key].map((key) => Buffer.from(key as never).toString('latin1'));
    if (database.kind === 'embedded') for (const key of stored) expect(key).not.toContain('PRIVATE KEY');
    expect(row).toMatchObject({ proofs: [], leased_until: null, failures: 0, fault: null });
  });

  test('it is renewed when two thirds of its life are over, with the same account', async () => {
    await keeper.renew();
    const first = await serial();
    const accounts = authority.accounts();
    pass(60 * day - 1);
    await keeper.renew();
    expect(await serial()).toBe(first);
    pass(1);
    await keeper.renew();
    expect(await serial()).not.toBe(first);
    expect(authority.accounts()).toBe(accounts);
  });

  test('it is renewed earlier if the authority wants it, which is asked as often as it says', async () => {
    const own = makeKeeper();
    await own.renew();
    const first = await serial(own);
    await own.renew();
    const window = { start: new Date(clock.getTime() + 10 * day), end: new Date(clock.getTime() + 11 * day) };
    authority.wantRenewal(window);
    pass(6 * 3_600_000 - 1);
    await own.renew();
    expect((await findOrder(database.kysely))!.dueAt).toEqual(new Date('2031-03-02T00:00:00Z'));
    pass(1);
    await own.renew();
    const { dueAt } = (await findOrder(database.kysely))!;
    expect(dueAt >= window.start && dueAt <= window.end).toBe(true);
    clock = window.end;
    await own.renew();
    expect(await serial(own)).not.toBe(first);
    expect(authority.faults).toEqual([]);
  });

  test('a closed port 80 is told, and the next attempt is by TLS', async () => {
    reached.http = false;
    await keeper.renew();
    expect(log.join()).toContain('news.example.com (http-01): The authority could not connect. Open ports 80 and 443');
    expect(await service.client.account.getStatus().orThrow()).toMatchObject({ certificate_fault: 'port_closed' });
    expect(await overview()).toContain('Whoever runs this server has to open ports 80 and 443.');
    const metrics = await service.fetch(`${service.origin}/metrics`, { headers: { authorization: 'Bearer watching' } });
    expect(await metrics.text()).toContain('mailwright_certificate_order_failures 1');
    await keeper.renew();
    expect(authority.issued).toEqual([]);
    pass(60_000);
    await keeper.renew();
    expect(authority.issued).toEqual([names]);
    expect(await service.client.account.getStatus().orThrow()).not.toHaveProperty('certificate_fault');
    expect(authority.faults).toEqual([]);
  });

  test('who asks for a proof that is not there is refused, and others get their answers', async () => {
    await expect(see(['acme-tls/1'])).rejects.toThrow();
    expect((await see(['h2', 'http/1.1'])).protocol).toBe('http/1.1');
    const answer = await fetch(`${service.plainOrigin}/.well-known/acme-challenge/${'x'.repeat(22)}`);
    expect(answer.status).toBe(403);
  });

  test('another server at the name is told', async () => {
    const other = makeKeeper();
    authority.forgetNonces();
    // The proof of another account is what another server shows.
    Object.defineProperty(keeper, 'answer', { value: async () => 'not here', configurable: true });
    await other.renew();
    Reflect.deleteProperty(keeper, 'answer');
    expect([other.fault, other.failures]).toEqual(['other_server', 1]);
    expect(log.join()).toContain('Another server answers at this name');
  });

  test('a rate limit is waited for', async () => {
    authority.refuse({ type: 'rateLimited', detail: 'too many certificates', retryAfter: '86400' });
    await keeper.renew();
    expect(keeper.fault).toBe('rate_limit');
    expect((await findOrder(database.kysely))!.dueAt).toEqual(new Date('2031-01-02T00:00:00Z'));
    authority.refuse(undefined);
    pass(day - 1);
    await keeper.renew();
    expect(authority.issued).toEqual([]);
    pass(1);
    await keeper.renew();
    expect(authority.issued).toEqual([names]);
  });

  test('an operator who has repaired something waits a minute at most', async () => {
    reached = { http: false, https: false };
    for (let attempt = 0; attempt < 4; attempt++) {
      await keeper.renew();
      pass(day / 2);
    }
    await keeper.renew();
    reached = { http: true, https: true };
    keeper.hurry();
    await keeper.renew();
    expect(authority.issued).toEqual([]);
    pass(60_000);
    keeper.hurry();
    await keeper.renew();
    expect(authority.issued).toEqual([names]);
  });

  test('of several processes one orders, and the others load', async () => {
    const others = [makeKeeper(), makeKeeper()];
    await Promise.all([keeper, ...others].map((each) => each.renew()));
    expect(authority.issued).toEqual([names]);
    expect(new Set(await Promise.all([keeper, ...others].map(serial))).size).toBe(1);
  });

  test('an order that nobody finishes holds up the others for three minutes', async () => {
    await keeper.renew();
    const first = await serial();
    await database.kysely
      .updateTable('ordered_certificate')
      .set({ due_at: clock, leased_until: new Date(clock.getTime() + 180_000) })
      .execute();
    await keeper.renew();
    expect(await serial()).toBe(first);
    pass(180_000);
    await keeper.renew();
    expect(await serial()).not.toBe(first);
  });

  test('other names are ordered at once', async () => {
    await keeper.renew();
    const other = makeKeeper(['shop.example.com']);
    await other.renew();
    expect(authority.issued).toEqual([names, ['shop.example.com']]);
  });

  test('a lost key is replaced', async () => {
    await keeper.renew();
    const first = await serial();
    const lost = new Uint8Array(32) as never;
    await database.kysely
      .updateTable('ordered_certificate')
      .set({ certificate_key: lost, account_key: lost })
      .execute();
    expect(await keeper.load()).toBeUndefined();
    await keeper.renew();
    expect(await serial()).not.toBe(first);
  });

  test('an authority that does not answer is told', async () => {
    const options = { db: database.kysely, directory: 'http://127.0.0.1:9/directory', names };
    const lonely = new CertificateKeeper({ ...options, log: (line) => log.push(line), now: () => clock });
    await lonely.renew();
    expect(lonely.fault).toBe('authority_unreachable');
    expect(log.join()).toContain('The certificate authority 127.0.0.1:9 does not answer');
  });
});
