import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

import { generate } from 'selfsigned';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAccount } from '../../src/account/store.ts';
import type { GuardedFetch } from '../../src/platform/fetch/fetch.ts';
import { type MailKey, mailIdOf, messageIdOf } from '../../src/sending/mail/identity.ts';
import { usualDatabases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const topic = 'arn:aws:sns:us-east-1:123456789012:SES_Events';
const amazon = 'https://sns.us-east-1.amazonaws.com';
const certificate = await generate([{ name: 'commonName', value: 'sns.amazonaws.com' }], { keySize: 2048 });
const eventKeys = {
  brevo: 'brevo-password',
  mailjet: 'mailjet-password',
  postmark: 'postmark-password',
  ses: topic,
  sparkpost: 'sparkpost-password',
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

/** Signs a message as SNS does (docs.aws.amazon.com/sns, "Verifying the signatures of Amazon SNS messages"). */
function signedBySns(fields: Record<string, string>, key: string | KeyObject, version: '1' | '2' = '2'): Signed {
  const message: Record<string, string> = { MessageId: '22b80b92', TopicArn: topic, ...fields };
  const content = 'Message MessageId Subject SubscribeURL Timestamp Token TopicArn Type'
    .split(' ')
    .filter((name) => message[name] !== undefined)
    .map((name) => `${name}\n${message[name]}\n`);
  const signature = sign(version === '1' ? 'sha1' : 'sha256', Buffer.from(content.join('')), key).toString('base64');
  const certificateUrl = { SigningCertURL: `${amazon}/SimpleNotificationService-f3ecfb.pem`, ...fields };
  const body = JSON.stringify({ ...message, ...certificateUrl, SignatureVersion: version, Signature: signature });
  return { body, headers: { 'Content-Type': 'text/plain; charset=UTF-8' } };
}

const basic = (password: string | KeyObject) => ({
  Authorization: `Basic ${Buffer.from(`mailwright:${password}`).toString('base64')}`,
});
const withoutBrackets = (id: string) => id.replace(/^<|@.*$/g, '');

/**
 * Requests in the forms that the providers document: docs.aws.amazon.com/ses (notification examples),
 * postmarkapp.com/developer/webhooks, dev.mailjet.com/email/guides/webhooks, developers.brevo.com/docs/transactional-webhooks,
 * developers.sparkpost.com/api/webhooks, documentation.mailgun.com, www.twilio.com/docs/sendgrid.
 */
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
  ses(kind, id, at = now(), key = certificate.private) {
    const bounce = {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [
        {
          emailAddress: 'jane@example.com',
          status: '5.1.1',
          action: 'failed',
          diagnosticCode: 'smtp; 550 5.1.1 <jane@example.com>... User unknown',
        },
      ],
    };
    const complaint = {
      complainedRecipients: [{ emailAddress: 'jane@example.com' }],
      complaintFeedbackType: 'abuse',
    };
    const mail = {
      messageId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa0680-000000',
      headers: [
        { name: 'Message-ID', value: 'custom-message-ID' },
        { name: 'X-Mailwright-Mail', value: withoutBrackets(id) },
      ],
    };
    const event =
      kind === 'bounce' ? { notificationType: 'Bounce', bounce, mail } : { eventType: 'Complaint', complaint, mail };
    const Timestamp = new Date(at * 1000).toISOString();
    return signedBySns({ Type: 'Notification', Message: `${JSON.stringify(event)}\n`, Timestamp }, key, '1');
  },
  postmark(kind, id, _, key = eventKeys.postmark) {
    const bounce = {
      RecordType: 'Bounce',
      Type: 'HardBounce',
      TypeCode: 1,
      Name: 'Hard bounce',
      Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist.',
      Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
    };
    const complaint = { RecordType: 'SpamComplaint', Type: 'SpamComplaint', TypeCode: 512 };
    const event = kind === 'bounce' ? bounce : complaint;
    const mail = { MessageID: '2706ee8a-737c-4285-b032-ccd317af53ed', Metadata: { mailwright: withoutBrackets(id) } };
    return { body: JSON.stringify({ ...event, ...mail }), headers: basic(key) };
  },
  mailjet(kind, id, at = now(), key = eventKeys.mailjet) {
    const common = { time: at, MessageID: 123456789012345, CustomID: withoutBrackets(id), customcampaign: '' };
    const bounce = {
      event: 'bounce',
      hard_bounce: true,
      blocked: false,
      error_related_to: 'recipient',
      error: 'user unknown',
      comment: 'Host or domain name not found. 550 5.1.1 user unknown',
    };
    const event = kind === 'bounce' ? bounce : { event: 'spam', source: 'JMRPP' };
    return { body: JSON.stringify([{ ...common, ...event }]), headers: basic(key) };
  },
  brevo(kind, id, at = now(), key = eventKeys.brevo) {
    const event = {
      event: kind === 'bounce' ? 'hard_bounce' : 'spam',
      'message-id': '<201803011158.9876543210@smtp-relay.mailin.fr>',
      'X-Mailin-custom': withoutBrackets(id),
      reason: ' RecipientError: 550 5.1.1 <jane@example.com>: Recipient address rejected: User unknown',
      ts_epoch: at * 1000,
    };
    return { body: JSON.stringify(event), headers: basic(key) };
  },
  sparkpost(kind, id, at = now(), key = eventKeys.sparkpost) {
    const bounce = { type: 'bounce', bounce_class: '10', error_code: '550' };
    const event = {
      ...(kind === 'bounce' ? bounce : { type: 'spam_complaint', fbtype: 'abuse' }),
      raw_reason: '550 5.1.1 <jane@example.com>: Recipient address rejected: User unknown',
      rcpt_meta: { mailwright: withoutBrackets(id) },
      timestamp: String(at),
    };
    return { body: JSON.stringify([{ msys: {} }, { msys: { message_event: event } }]), headers: basic(key) };
  },
  neutral(kind, id, at = now(), key = eventKeys.neutral) {
    const body = JSON.stringify({ event: kind, mail: id, reply });
    return { body, headers: { 'X-Timestamp': String(at), 'X-Signature': mac(key as string, `${at}.${body}`) } };
  },
};
const strangers: Record<string, string | KeyObject> = {
  brevo: 'x',
  mailgun: 'x',
  mailjet: 'x',
  neutral: 'x',
  postmark: 'x',
  ses: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  sparkpost: 'x',
  sendgrid: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
};

const withPassword = new Set(['brevo', 'mailjet', 'postmark', 'sparkpost']);

describe.each(usualDatabases())('events of providers on $kind', ({ open }) => {
  let service: TestService;
  let mailing: number;
  /** Addresses of providers that the service has asked. */
  const asked: string[] = [];
  const ask: GuardedFetch = async (url) => {
    asked.push(url);
    return { status: 200, headers: {}, body: Buffer.from(certificate.cert), url, redirects: 0, millis: 0 };
  };
  beforeAll(async () => {
    service = await startTestService(await open(), undefined, {}, { eventKeys, ask });
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
      const refused = [
        request('bounce', id, now(), strangers[provider]!),
        { ...altered, headers: {}, body: altered.body.replace(/"(signature)":"\w/i, '"$1":"') },
        { ...altered, body: 'x' },
        // A password has no time.
        ...(withPassword.has(provider) ? [] : [request('bounce', id, now() - 2 * 86_400)]),
      ];
      for (const forged of refused) expect(await post(provider, forged)).toBe(403);
      expect(await bounces(mail)).toEqual([]);
      expect(service.log.slice(before).filter((line) => line.includes('were refused'))).toHaveLength(refused.length);
      // Nobody but the service makes Message-IDs.
      const forged = id.replace(/[0-9a-f](?=@)/, (last) => (last === '0' ? '1' : '0'));
      expect(await post(provider, request('bounce', forged))).toBe(204);
      expect(await post(provider, request('bounce', `<${mailIdOf(id, other.mail.contactId)}@x>`))).toBe(204);
      expect([...(await bounces(mail)), ...(await bounces(other.mail))]).toEqual([]);
    });
  });

  test('a topic is confirmed at SNS only, and no other address is asked, whatever a message names', async () => {
    const confirmation = (fields: Record<string, string>, key: string | KeyObject = certificate.private) =>
      signedBySns(
        {
          Type: 'SubscriptionConfirmation',
          Message: 'You have chosen to subscribe to the topic.',
          Timestamp: new Date().toISOString(),
          Token: '2336412f37fb687f5d51e6e241d09c805a5a57b30d712f794cc5f6a988666d92768dd60a',
          SubscribeURL: `${amazon}/?Action=ConfirmSubscription&TopicArn=${topic}&Token=2336412f37`,
          ...fields,
        },
        key,
      );
    const elsewhere = [
      'https://127.0.0.1/SimpleNotificationService-f3ecfb.pem',
      'https://sns.us-east-1.amazonaws.com.example.org/SimpleNotificationService-f3ecfb.pem',
      'https://example.org@sns.us-east-1.amazonaws.com/SimpleNotificationService-f3ecfb.pem',
      'https://sns.us-east-1.amazonaws.com:8443/SimpleNotificationService-f3ecfb.pem',
      'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-f3ecfb.pem',
      'https://s3.us-east-1.amazonaws.com/SimpleNotificationService-f3ecfb.pem',
      `${amazon}/?Action=GetSomething&name=SimpleNotificationService-f3ecfb.pem`,
    ];
    asked.length = 0;
    for (const SigningCertURL of elsewhere) expect(await post('ses', confirmation({ SigningCertURL }))).toBe(403);
    expect(await post('ses', confirmation({ TopicArn: `${topic}2` }))).toBe(403);
    expect(asked).toEqual([]);
    for (const SubscribeURL of ['https://127.0.0.1/', `${amazon}/?Action=Unsubscribe&TopicArn=${topic}`])
      expect(await post('ses', confirmation({ SubscribeURL }))).toBe(403);
    expect(await post('ses', confirmation({}, strangers.ses!))).toBe(403);
    expect(new Set(asked)).toEqual(new Set([`${amazon}/SimpleNotificationService-f3ecfb.pem`]));
    expect(await post('ses', confirmation({}))).toBe(204);
    expect(asked.at(-1)).toContain('Action=ConfirmSubscription');
  });

  test('a provider without a key is not there', async () => {
    for (const provider of ['other', 'constructor', '__proto__'])
      expect(await post(provider, { body: '{}', headers: {} })).toBe(404);
  });

  test('1,000 forged events change nothing, and their sender is slowed down', async () => {
    const { mail, id } = await sent();
    const foreign = id.replace(/^<\w+/, '<zz');
    const forgeries = Object.entries(requests).flatMap(([provider, request]): [string, Signed][] => [
      [provider, request('bounce', id, now(), strangers[provider]!)],
      [provider, request('complaint', id, now(), strangers[provider]!)],
      [provider, request('bounce', foreign)],
      [provider, request('bounce', '<unknown@example.org>')],
      [provider, { ...request('bounce', id), body: request('bounce', foreign).body, headers: {} }],
      [provider, { ...request('bounce', id), body: 'x'.repeat(2 * 1024 * 1024) }],
      ...(withPassword.has(provider) ? [] : [[provider, request('bounce', id, now() - 90_000)] as [string, Signed]]),
    ]);
    const before = service.log.length;
    const statuses: number[] = [];
    while (statuses.length < 1000) {
      const round = forgeries.slice(0, 1000 - statuses.length);
      statuses.push(...(await Promise.all(round.map(([provider, forged]) => post(provider, forged)))));
    }
    // Right requests about mails of nobody are taken; the others are refused, and after a while with 429.
    expect(new Set(statuses)).toEqual(new Set([204, 403, 413, 429]));
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(500);
    expect(service.log.length - before).toBeLessThan(200);
    expect([await bounces(mail), await leavers(mail)]).toEqual([[], 0]);
    // Other customers of the provider, at the same address, are heard.
    expect(await post('neutral', requests.neutral!('bounce', id))).toBe(204);
    expect(await bounces(mail)).toHaveLength(1);
  });
});
