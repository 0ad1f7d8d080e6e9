import { verify, X509Certificate } from 'node:crypto';
import type { GuardedFetch } from '../../../platform/fetch/fetch.ts';
import { type Fields, textOf } from './event.ts';

/** Fields that SNS signs, in this order; absent fields are left out. */
const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;

const algorithms = new Map([
  ['1', 'sha1'],
  ['2', 'sha256'],
]);
const maxCertificate = 20_000;
/** Name of a certificate of SNS at its host. */
const certificatePath = /^\/SimpleNotificationService-[0-9a-f]{1,64}\.pem$/;

/** The host of SNS in the region of a topic; undefined if the text is no ARN of a topic. */
function hostOf(topic: string): string | undefined {
  const [, partition, region] =
    /^arn:(aws|aws-cn|aws-us-gov):sns:([a-z0-9-]{1,40}):\d{12}:[\w-]{1,256}$/.exec(topic) ?? [];
  return region && `sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`;
}

/** An address at SNS itself: nothing else is asked, whatever a message names. */
function ownAddress(address: string, topic: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isOwn = url?.protocol === 'https:' && url.host === hostOf(topic) && url.username + url.password === '';
  return isOwn ? url : undefined;
}

/**
 * Reports whether SNS has signed a message of a topic. Its certificate is fetched only if the rest of the message may be
 * right.
 */
export async function isFromTopic(message: Fields, topic: string, fetch: GuardedFetch): Promise<boolean> {
  const type = textOf(message.Type) as keyof typeof signedFields;
  const algorithm = algorithms.get(textOf(message.SignatureVersion));
  const url = ownAddress(textOf(message.SigningCertURL), topic);
  if (message.TopicArn !== topic || !Object.hasOwn(signedFields, type) || algorithm === undefined) return false;
  if (url === undefined || !certificatePath.test(url.pathname) || url.search !== '') return false;
  const { status, body } = await fetch(url.href, { redirect: 'manual', maxBytes: maxCertificate });
  if (status !== 200) return false;
  const certificate = new X509Certificate(body);
  const now = new Date();
  if (certificate.validFromDate > now || certificate.validToDate < now) return false;
  const content = signedFields[type]
    .filter((name) => typeof message[name] === 'string')
    .map((name) => `${name}\n${textOf(message[name])}\n`)
    .join('');
  return verify(
    algorithm,
    Buffer.from(content),
    certificate.publicKey,
    Buffer.from(textOf(message.Signature), 'base64'),
  );
}

/** Confirms the subscription that an authentic message asks about. */
export async function confirmSubscription(message: Fields, fetch: GuardedFetch): Promise<void> {
  if (message.Type !== 'SubscriptionConfirmation') return;
  const topic = textOf(message.TopicArn);
  const url = ownAddress(textOf(message.SubscribeURL), topic);
  const asks = url?.searchParams.get('Action') === 'ConfirmSubscription' && url.searchParams.get('TopicArn') === topic;
  if (url === undefined || !asks) throw new Error('The message has no address of the topic to confirm at.');
  const { status } = await fetch(url.href, { redirect: 'manual', maxBytes: maxCertificate });
  if (status !== 200) throw new Error(`SNS answered ${status}.`);
}
