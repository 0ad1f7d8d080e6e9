import { createHmac, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { generate } from 'selfsigned';

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const topic = 'arn:aws:sns:us-east-1:123456789012:SES_Events';
export const amazon = 'https://sns.us-east-1.amazonaws.com';
export const certificate = await generate([{ name: 'commonName', value: 'sns.amazonaws.com' }], { keySize: 2048 });
export const eventKeys = {
  brevo: 'brevo-password',
  mailjet: 'mailjet-password',
  postmark: 'postmark-password',
  ses: topic,
  sparkpost: 'sparkpost-password',
  mailgun: 'mailgun-key',
  neutral: 'neutral-key',
  sendgrid: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
};

export interface Signed {
  body: string;
  headers: Record<string, string>;
}
export type Kind = 'bounce' | 'complaint';
export const now = () => Math.floor(Date.now() / 1000);
const mac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');
const reply = '550 5.1.1 user unknown';

/** Signs a message as SNS does (docs.aws.amazon.com/sns, "Verifying the signatures of Amazon SNS messages"). */
export function signedBySns(fields: Record<string, string>, key: string | KeyObject, version: '1' | '2' = '2'): Signed {
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
export const requests: Record<string, (kind: Kind, id: string, at?: number, key?: string | KeyObject) => Signed> = {
  mailgun(kind, id, at = now(), key = eventKeys.mailgun) {
    const token = randomBytes(25).toString('hex');
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
/** Keys that are not those of the providers. */
export const strangers: Record<string, string | KeyObject> = {
  brevo: 'x',
  mailgun: 'x',
  mailjet: 'x',
  neutral: 'x',
  postmark: 'x',
  ses: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
  sparkpost: 'x',
  sendgrid: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
};

/** Providers whose requests have a password, and no signature with a time. */
export const withPassword = new Set(['brevo', 'mailjet', 'postmark', 'sparkpost']);
