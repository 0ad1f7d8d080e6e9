import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { users } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { FetchFailure } from '../../platform/fetch/failure.ts';
import type { GuardedFetch } from '../../platform/fetch/fetch.ts';
import { brevo } from './events/brevo.ts';
import { type Adapter, fieldsOf, type ProviderEvent } from './events/event.ts';
import { mailgun } from './events/mailgun.ts';
import { mailjet } from './events/mailjet.ts';
import { neutral } from './events/neutral.ts';
import { hasPassword } from './events/password.ts';
import { postmark } from './events/postmark.ts';
import { sendgrid } from './events/sendgrid.ts';
import { ses } from './events/ses.ts';
import { sparkpost } from './events/sparkpost.ts';
import { recordEvents } from './receive.ts';

const adapters: Record<string, Adapter> = { brevo, mailgun, mailjet, neutral, postmark, sendgrid, ses, sparkpost };

/**
 * Keys by which events of each provider are verified: those of signatures, passwords, or the ARN of a topic. A provider
 * without one is refused.
 */
export type EventKeys = Readonly<Record<string, string>>;

export const eventProviders: readonly string[] = Object.keys(adapters);

/** Providers try again for hours, Mailgun for eight; older signatures are copies. */
const windowMinutes = 24 * 60;
/** Of a signature that does not cover the events. */
const nonceWindowMinutes = 9 * 60;
/** Clocks of providers may be ahead by so much. */
const aheadMinutes = 5;

/** Why events were not accepted. */
export type EventRefusal =
  | 'unknown provider'
  | 'wrong password'
  | 'wrong signature'
  | 'signature too old'
  | 'signature of another event'
  | 'unreadable'
  | 'no certificate';

/** Keys and database with which events are verified and recorded. */
export interface EventTools {
  db: Db;
  keys: EventKeys;
  /** Asks the provider, for a certificate or to confirm a subscription. */
  fetch: GuardedFetch;
}

interface Source {
  adapter: Adapter;
  key: string;
}

function findSource(keys: EventKeys, provider: string): Source | undefined {
  const adapter = Object.hasOwn(adapters, provider) ? adapters[provider] : undefined;
  const key = Object.hasOwn(keys, provider) ? keys[provider] : undefined;
  return adapter && key !== undefined ? { adapter, key } : undefined;
}

/** Bytes of a request, by provider. */
export const eventBytes: ReadonlyMap<string, number> = new Map(
  Object.entries(adapters).map(([provider, { maxBytes }]) => [provider, maxBytes]),
);

/**
 * Checks what the headers of a request prove, before its body is read.
 * @returns why it is refused, or whether it certainly comes from the provider
 */
export function checkHead(
  keys: EventKeys,
  provider: string,
  headers: IncomingHttpHeaders,
  now = Date.now(),
): { refusal: EventRefusal } | { isAuthentic: boolean } {
  const source = findSource(keys, provider);
  if (source === undefined) return { refusal: 'unknown provider' };
  const { proof } = source.adapter;
  if (proof.by === 'password')
    return hasPassword(headers, source.key) ? { isAuthentic: true } : { refusal: 'wrong password' };
  const refusal = proof.by === 'bytes' ? checkTime(proof.signedAt(headers), windowMinutes, now) : undefined;
  return refusal ? { refusal } : { isAuthentic: false };
}

function checkTime(signedAt: Date | undefined, minutes: number, now: number): EventRefusal | undefined {
  if (signedAt === undefined) return 'wrong signature';
  const age = (now - signedAt.getTime()) / 60_000;
  return age > minutes || age < -aheadMinutes ? 'signature too old' : undefined;
}

/** A request whose headers were checked. */
interface EventRequest {
  body: Buffer;
  headers: IncomingHttpHeaders;
}

/**
 * Verifies the events in a request and records them, before it is answered. What comes again counts once.
 * @returns why nothing was recorded, or `undefined`
 */
export async function acceptEvents(
  { db, keys, fetch }: EventTools,
  provider: string,
  request: EventRequest,
  now = Date.now(),
): Promise<EventRefusal | undefined> {
  const source = findSource(keys, provider);
  if (source === undefined) return 'unknown provider';
  const verified = await verify(source, request, fetch, now).catch((error: Error) => ({
    refusal: error instanceof FetchFailure ? ('no certificate' as const) : ('unreadable' as const),
  }));
  if ('refusal' in verified) return verified.refusal;
  if (verified.nonce !== undefined) {
    const use = createHash('sha256').update(request.body).digest('base64url');
    const isFirst = await users.bindOnce(db, `${provider} ${verified.nonce}`, use, nonceWindowMinutes + aheadMinutes);
    if (!isFirst) return 'signature of another event';
  }
  await recordEvents(db, verified.events);
  return undefined;
}

/** @throws Error if the request cannot be read, or FetchFailure if the provider does not answer */
async function verify(
  { adapter, key }: Source,
  { body, headers }: EventRequest,
  fetch: GuardedFetch,
  now: number,
): Promise<{ refusal: EventRefusal } | { events: ProviderEvent[]; nonce?: string | undefined }> {
  const { proof } = adapter;
  if (proof.by === 'bytes' && !proof.isAuthentic(body, headers, key)) return { refusal: 'wrong signature' };
  const document: unknown = JSON.parse(body.toString());
  if (proof.by !== 'document') return { events: adapter.read(document) };
  const fields = fieldsOf(document);
  // What is old needs no look at its signature, for which a certificate may have to be fetched.
  const refusal = checkTime(proof.signedAt(fields), proof.nonce ? nonceWindowMinutes : windowMinutes, now);
  if (refusal !== undefined) return { refusal };
  if (!(await proof.isAuthentic(fields, key, fetch))) return { refusal: 'wrong signature' };
  await proof.confirm?.(fields, fetch);
  return { events: adapter.read(document), nonce: proof.nonce?.(fields) };
}
