import type { Failure } from './classify.ts';

/** An event of Amazon SES that came by mail, through SNS. */
export type AmazonEvent = { kind: 'bounce'; failure: Failure } | { kind: 'complaint' } | { kind: 'other' };

const maxEvent = 200_000;

/** Returns the event that a text begins with, or `undefined` if it is none. */
export function readAmazonEvent(text: string): AmazonEvent | undefined {
  const start = text.trimStart();
  if (!start.startsWith('{') || start.length > maxEvent || !start.includes('notificationType')) return undefined;
  const type = /\\?"notificationType\\?"\s*:\s*\\?"(\w{1,20})/.exec(start)?.[1];
  if (type === 'Complaint') return { kind: 'complaint' };
  if (type !== 'Bounce') return type === undefined ? undefined : { kind: 'other' };
  // Lines of mails break the JSON text, so that it cannot be parsed.
  const flat = start.replace(/[\r\n]+/g, '');
  const of = (name: string) => new RegExp(`\\\\?"${name}\\\\?"\\s*:\\s*\\\\?"(.{0,1000}?)\\\\?"[,}]`).exec(flat)?.[1];
  const subType = of('bounceSubType') ?? '';
  const words = `${of('diagnosticCode') ?? ''} ${wordsOfSubTypes.get(subType) ?? ''}`;
  const status = /[45]\.\d{1,3}\.\d{1,3}/.exec(of('status') ?? '')?.[0];
  return { kind: 'bounce', failure: { text: words, status, replyCode: undefined } };
}

/** Words for sub-types of bounces that say enough alone. */
export const wordsOfSubTypes = new Map(
  Object.entries({
    NoEmail: 'user unknown',
    Suppressed: 'user unknown',
    MailboxFull: 'mailbox full',
    MessageTooLarge: 'message too large',
    ContentRejected: 'content rejected',
  }),
);
