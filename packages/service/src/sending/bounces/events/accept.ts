import type { IncomingHttpHeaders } from 'node:http';
import type { Db } from '../../../platform/database/schema.ts';
import { recordEvents } from '../receive.ts';
import type { Adapter } from './event.ts';
import { mailgun } from './mailgun.ts';
import { neutral } from './neutral.ts';
import { sendgrid } from './sendgrid.ts';

const adapters: Record<string, Adapter> = { mailgun, neutral, sendgrid };

/** Keys by which events of each provider are verified; a provider without one is refused. */
export type EventKeys = Readonly<Record<string, string>>;

export const eventProviders: readonly string[] = Object.keys(adapters);

/** Providers try again for hours; older signatures are copies. */
const windowMillis = 24 * 3_600_000;

/** Why events were not accepted. */
export type EventRefusal = 'unknown provider' | 'wrong signature' | 'signature too old' | 'unreadable';

/**
 * Verifies the events in a request and records them, before it is answered. What comes again counts once.
 * @returns why nothing was recorded, or `undefined`
 */
export async function acceptEvents(
  db: Db,
  keys: EventKeys,
  provider: string,
  { body, headers }: { body: Buffer; headers: IncomingHttpHeaders },
  now = Date.now(),
): Promise<EventRefusal | undefined> {
  const adapter = Object.hasOwn(adapters, provider) ? adapters[provider]! : undefined;
  const key = Object.hasOwn(keys, provider) ? keys[provider] : undefined;
  if (adapter === undefined || key === undefined) return 'unknown provider';
  let events: ReturnType<Adapter['read']>;
  try {
    if (!adapter.isAuthentic(body, headers, key)) return 'wrong signature';
    const at = adapter.signedAt(body, headers)?.getTime();
    if (at === undefined || Math.abs(now - at) > windowMillis) return 'signature too old';
    events = adapter.read(body);
  } catch {
    return 'unreadable';
  }
  await recordEvents(db, events);
  return undefined;
}
