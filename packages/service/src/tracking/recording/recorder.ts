import type { Db } from '../../platform/database/schema.ts';
import { clientOf } from '../client/client.ts';
import type { MailKey } from '../mail-key.ts';
import type { MailFormat } from '../tables.ts';
import type { Bearer } from '../tokens/token.ts';
import { Classifier, isInstant } from './classify.ts';
import { recordClicks } from './clicks.ts';
import { findDeliveries, formatMailKey } from './deliveries.ts';
import type { Event } from './events.ts';
import { recordOpenings } from './openings.ts';

/** An opening or a click as a request tells it. */
export interface Visit {
  accountId: number;
  mailingId: number;
  bearer: Bearer;
  /** Absent for an opening. */
  linkId?: number;
  format: MailFormat;
  at: Date;
  userAgent: string;
  /** Of the address, truncated; null when it is not known. */
  network: string | null;
}

/** Events are written together, after so long or when there are so many of them. */
const batch = { milliseconds: 100, events: 500 };
/** Beyond so many that wait, those who ask wait too. */
const maxWaiting = 10_000;
const maxUserAgent = 1000;

type Waiting = Visit & { class: Event['class'] };

export interface EventRecorder {
  /** Notes a visit; written down within 100 ms. Resolves at once, unless very many are waiting. */
  add(visit: Visit): Promise<void> | undefined;
  /** A program asked for the address of a mail without wanting the answer. */
  sawHead(visit: Pick<Visit, 'accountId' | 'mailingId' | 'bearer' | 'at'>): void;
  /** Writes the waiting events and stops. */
  close(): Promise<void>;
}

/** The mailing was deleted meanwhile, and all that is known of it. */
const foreignKeyViolation = '23503';

/**
 * Records openings and clicks in batches, one transaction per mailing and batch. Retries events that the database does not
 * accept. A killed process loses at most the events of its last 100 ms.
 */
export function startRecorder(db: Db, log: (line: string) => void): EventRecorder {
  const classifier = new Classifier();
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const visits = waiting;
      waiting = [];
      for (const ofMailing of Map.groupBy(visits, ({ accountId, mailingId }) => `${accountId} ${mailingId}`).values()) {
        await write(db, ofMailing[0]!.accountId, ofMailing).catch((error: Error & { code?: string }) => {
          if (error.code === foreignKeyViolation) return;
          log(`${ofMailing.length} opens and clicks could not be written yet: ${error.message}`);
          waiting = [...waiting, ...ofMailing];
          timer ??= setTimeout(flush, 10 * batch.milliseconds);
        });
      }
    });
    return writing;
  }

  return {
    add(visit) {
      const mail = mailOf(visit);
      waiting.push({ ...visit, class: classifier.classify({ ...visit, mail }) });
      if (waiting.length === batch.events) void flush();
      else timer ??= setTimeout(flush, batch.milliseconds);
      return waiting.length > maxWaiting ? writing : undefined;
    },
    sawHead: (visit) => classifier.sawHead(mailOf(visit), visit.at),
    async close() {
      await flush();
      clearTimeout(timer);
    },
  };
}

const mailOf = ({ accountId, mailingId, bearer }: Pick<Visit, 'accountId' | 'mailingId' | 'bearer'>) =>
  'alias' in bearer ? bearer.alias : `${accountId} ${formatMailKey({ mailingId, ...bearer })}`;

async function write(db: Db, accountId: number, visits: Waiting[]): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const keys = visits.flatMap(({ mailingId, bearer }) => ('alias' in bearer ? [] : [{ mailingId, ...bearer }]));
    const deliveries = await findDeliveries(transaction, accountId, keys);
    const events = visits.map((visit) => ({ ...eventOf(visit, deliveries), ...place(visit) }));
    const openings = events.flatMap((event) => (event.linkId === undefined ? [event] : []));
    const clicks = events.flatMap(({ linkId, ...event }) => (linkId === undefined ? [] : [{ ...event, linkId }]));
    if (openings.length > 0) await recordOpenings(transaction, accountId, openings);
    if (clicks.length > 0) await recordClicks(transaction, accountId, clicks);
  });
}

const place = ({ mailingId, linkId }: Visit) => ({ mailingId, linkId });

function eventOf(visit: Waiting, deliveries: Awaited<ReturnType<typeof findDeliveries>>): Event {
  const { bearer, mailingId, at, userAgent, format } = visit;
  const key: MailKey | undefined = 'alias' in bearer ? undefined : { mailingId, ...bearer };
  const delivery = key && deliveries.get(formatMailKey(key));
  const suspect = visit.class === 'human' && isInstant(at, delivery?.sentAt);
  return {
    ...('alias' in bearer ? { alias: bearer.alias } : { contactId: bearer.contactId }),
    at,
    class: suspect ? 'suspect' : visit.class,
    format,
    device: clientOf(userAgent).device,
    ...(userAgent === '' ? {} : { userAgent: userAgent.replaceAll('\0', '').slice(0, maxUserAgent) }),
    ...(delivery ? { occasion: delivery.occasion } : {}),
  };
}
