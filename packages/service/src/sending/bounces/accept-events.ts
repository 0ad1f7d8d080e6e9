import type { IncomingHttpHeaders } from 'node:http';
import type { Db } from '../../platform/database/schema.ts';
import { FetchFailure } from '../../platform/fetch/failure.ts';
import type { GuardedFetch } from '../../platform/fetch/fetch.ts';
import { brevo } from './events/brevo.ts';
import type { Adapter } from './events/event.ts';
import { mailgun } from './events/mailgun.ts';
import { mailjet } from './events/mailjet.ts';
import { neutral } from './events/neutral.ts';
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

/** Providers try again for hours; older signatures are copies. */
const windowMillis = 24 * 3_600_000;

/** Why events were not accepted. */
export type EventRefusal =
  | 'unknown provider'
  | 'wrong signature'
  | 'signature too old'
  | 'unreadable'
  | 'no certificate';

/** Keys and database with which events are verified and recorded. */
export interface EventTools {
  db: Db;
  keys: EventKeys;
  /** Asks the provider, for a certificate or to confirm a subscription. */
  fetch: GuardedFetch;
}

/**
 * Verifies the events in a request and records them, before it is answered. What comes again counts once.
 * @returns why nothing was recorded, or `undefined`
 */
export async function acceptEvents(
  { db, keys, fetch }: EventTools,
  provider: string,
  { body, headers }: { body: Buffer; headers: IncomingHttpHeaders },
  now = Date.now(),
): Promise<EventRefusal | undefined> {
  const adapter = Object.hasOwn(adapters, provider) ? adapters[provider]! : undefined;
  const key = Object.hasOwn(keys, provider) ? keys[provider] : undefined;
  if (adapter === undefined || key === undefined) return 'unknown provider';
  let events: ReturnType<Adapter['read']>;
  try {
    // What is old needs no look at its signature, for which a certificate may have to be fetched.
    if (adapter.signedAt) {
      const at = adapter.signedAt(body, headers)?.getTime();
      if (at === undefined) return 'wrong signature';
      if (Math.abs(now - at) > windowMillis) return 'signature too old';
    }
    if (!(await adapter.isAuthentic(body, headers, key, fetch))) return 'wrong signature';
    await adapter.confirm?.(body, fetch);
    events = adapter.read(body);
  } catch (error) {
    return error instanceof FetchFailure ? 'no certificate' : 'unreadable';
  }
  await recordEvents(db, events);
  return undefined;
}
