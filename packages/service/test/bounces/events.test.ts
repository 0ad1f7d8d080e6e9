import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccount } from '../../src/account/store.ts';
import { type MailKey, mailIdOf, messageIdOf } from '../../src/sending/mail/identity.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const eventKeys = {
  mailgun: 'mailgun-key',
  neutral: 'neutral-key',
  sendgrid: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
};

interface Signed {
  body: string;
  headers: Record<string, string>;
}
type Kind = 'bounce' | 'complaint';
const now = () => Math.floor(Date.now() / 1000);
const mac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');
const reply = '550 5.1.1 user unknown';

/** Requests in the forms that the providers document. */
const requests: Record<string, (kind: Kind, id: string, at?: number, key?: string | KeyObject) => Signed> = {
  mailgun(kind, id, at = now(), key = eventKeys.mailgun) {
    const token = 'c'.repeat(50);
    const signature = { timestamp: String(at), token, signature: mac(key as string, `${at}${token}`) };
    const message = { headers: { 'message-id': id.slice(1, -1) } };
    const failed = {
      severity: 'permanent',
      reason: 'bounce',
      'delivery-status': { code: 550, message: '5.1.1 user unknown' },
    };
    const event = kind === 'bounce' ? { event: 'failed', ...failed } : { event: 'complained' };
    return { body: JSON.stringify({ signature, 'event-data': { ...event, message } }), headers: {} };
  },
  sendgrid(kind, id, at = now(), key = privateKey) {
    const bounce = { event: 'bounce', status: '5.1.1', reason: reply, type: 'bounce' };
    const event = kind === 'bounce' ? bounce : { event: 'spamreport' };
    const body = JSON.stringify([
      { event: 'processed', 'smtp-id': id },
      { ...event, 'smtp-id': id, timestamp: at },
    ]);
    const signature = sign('sha256', Buffer.from(`${at}${body}`), key as KeyObject).toString('base64');
    const prefix = 'X-Twilio-Email-Event-Webhook-';
    return { body, headers: { [`${prefix}Signature`]: signature, [`${prefix}Timestamp`]: String(at) } };
  },
  neutral(kind, id, at = now(), key = eventKeys.neutral) {
    const body = JSON.stringify({ event: kind, mail: id, reply });
    return { body, headers: { 'X-Timestamp': String(at), 'X-Signature': mac(key as string, `${at}.${body}`) } };
  },
};
const strangers: Record<string, string | KeyObject> = {
  mailgun: 'x',
  neutral: 'x',
  sendgrid: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
};

describe.each(usualDatabases())('events of providers on $kind', ({ open }) => {
  let service: TestService;
  let mailing: number;
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { eventKeys });
    mailing = await service.client.mailings.create({ name: 'Spring', subject: 'Spring' }).orThrow();
  });
  afterAll(() => service?.close());

  let contacts = 0;
  async function sent(): Promise<{ mail: MailKey; id: string }> {
    const email = `reader${++contacts}@example.org`;
    const contact = await service.client.contacts.createByEmail({ email, permission: 2, body: {} }).orThrow();
    const of = { account_id: service.accountId, mailing_id: mailing, contact_id: contact };
    const row = { ...of, occasion: '', state: 'sent' as const };
    const { id } = await service.db.insertInto('recipient').values(row).returning('id').executeTakeFirstOrThrow();
    const mail = { mailingId: mailing, contactId: contact, recipientId: id };
    return { mail, id: messageIdOf(await findAccount(service.db, service.accountId), mail) };
  }
  const post = async (provider: string, { body, headers }: Signed) => {
    const type = { 'Content-Type': 'application/json', ...headers };
    return (await service.fetch(`${service.origin}/bounce-events/${provider}`, { method: 'POST', body, headers: type }))
      .status;
  };
  const bounces = async ({ contactId }: MailKey) =>
    (await service.client.reports.listBounces({ ids: [contactId] }).orThrow()).items;
  const leavers = ({ contactId }: MailKey) =>
    service.client.reportCounts.unsubscriptions({ ids: [contactId] }).orThrow();

  describe.each(Object.keys(requests))('%s', (provider) => {
    const request = requests[provider]!;

    test('a bounce counts once, however often it is told, and a complaint unsubscribes', async () => {
      const [bounced, annoyed] = [await sent(), await sent()];
      const event = request('bounce', bounced.id);
      expect([await post(provider, event), await post(provider, event)]).toEqual([204, 204]);
      expect(await bounces(bounced.mail)).toMatchObject([
        { status_code: '5.1.1', reason: 'mailbox-unknown', source: 'reply' },
      ]);
      expect(await post(provider, request('complaint', annoyed.id))).toBe(204);
      expect(await leavers(annoyed.mail)).toBe(1);
    });

    test('what is forged, altered or old is refused, changes nothing and is logged', async () => {
      const { mail, id } = await sent();
      const other = await sent();
      const altered = request('bounce', id);
      const before = service.log.length;
      const statuses = [
        await post(provider, request('bounce', id, now(), strangers[provider]!)),
        await post(provider, request('bounce', id, now() - 2 * 86_400)),
        await post(provider, { ...altered, headers: {}, body: altered.body.replace(/"(signature)":"\w/, '"$1":"') }),
        await post(provider, { ...altered, body: 'x' }),
      ];
      expect(statuses).toEqual([403, 403, 403, 403]);
      expect(await bounces(mail)).toEqual([]);
      expect(service.log.slice(before).filter((line) => line.includes('were refused'))).toHaveLength(4);
      // Nobody but the service makes Message-IDs.
      const forged = id.replace(/[0-9a-f](?=@)/, (last) => (last === '0' ? '1' : '0'));
      expect(await post(provider, request('bounce', forged))).toBe(204);
      expect(await post(provider, request('bounce', `<${mailIdOf(id, other.mail.contactId)}@x>`))).toBe(204);
      expect([...(await bounces(mail)), ...(await bounces(other.mail))]).toEqual([]);
    });
  });

  test('a provider without a key is not there', async () => {
    for (const provider of ['postmark', 'constructor', '__proto__'])
      expect(await post(provider, { body: '{}', headers: {} })).toBe(404);
  });
});
