import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readTrust } from '../../src/platform/http/trusted-proxy.ts';
import { databases } from '../support/database.ts';
import { confirmLink, releaseOptInMailing } from '../support/opt-in.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

const [embedded] = databases();
/** More than a single client may ask for at once. */
const people = 150;

describe.each([
  { proxy: 'a trusted proxy', trust: '127.0.0.0/8, ::1' },
  { proxy: 'one hop that is trusted', trust: '1' },
  { proxy: 'nobody who is trusted', trust: undefined },
])('requests that come by $proxy', ({ trust }) => {
  let smtp: SmtpSink;
  let service: TestService;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    const trustsHop = trust === undefined ? undefined : readTrust(trust);
    service = await startTestService(await embedded!.open(), smtp.url, {}, { trustsHop });
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });

  const ask = (path: string, forwardedFor: string, method = 'GET') =>
    service.fetch(service.origin + path, { method, headers: { 'x-forwarded-for': forwardedFor } });

  test('evidence keeps the network of the last hop that is not trusted', async () => {
    await releaseOptInMailing(service, 'proxied');
    const email = 'proxied@example.org';
    await service.client.contacts.createByEmail({ email, doi: true, doimailing: 'proxied', body: {} }).orThrow();
    const link = new URL(confirmLink((await smtp.mailTo(email)).email));
    await ask(link.pathname, 'not an address, 198.51.100.7, 203.0.113.77', 'POST');
    const { confirmed_ip } = await service.db
      .selectFrom('opt_in_request')
      .select('confirmed_ip')
      .executeTakeFirstOrThrow();
    expect(confirmed_ip).toBe(trust === undefined ? '127.0.0.0' : '203.0.113.0');
  });

  test('rubbish in the header is no fault of the service', async () => {
    for (const forwardedFor of ['unknown', ',,,', '999.1.1.1', '::', 'x'.repeat(2000)]) {
      expect((await ask('/doi/unknown', forwardedFor, 'POST')).status).toBe(404);
    }
  });

  test('limits of pages count per client', async () => {
    const answers: number[] = [];
    for (let person = 0; person < people; person++) {
      // What a client writes into the header itself stands before the hops.
      answers.push((await ask('/approve/x', `192.0.2.${200 - person}, 198.51.100.${person}`)).status);
    }
    if (trust === undefined) expect(answers).toContain(429);
    else expect(new Set(answers)).toEqual(new Set([404]));
  });

  test('who is one client is slowed down, whatever it claims to be', async () => {
    const answers: number[] = [];
    for (let time = 0; time < 2 * people; time++) {
      answers.push((await ask('/approve/x', `192.0.2.${time % 250}, 203.0.113.5`)).status);
    }
    expect(answers).toContain(429);
  });
});
