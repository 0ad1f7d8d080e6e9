import type { MailEventType } from '@mailwright/server';
import { type RawBuilder, sql } from 'kysely';
import { type EventKind, type NotedEvent, type Place, type PlaceFault, readJournal } from '../journal/index.ts';
import type { UnsubscriptionSource } from '../people/index.ts';
import type { Db } from '../platform/database/schema.ts';
import type { AnswerKind } from '../sending/index.ts';
import type { EventClass, OccasionKey } from '../tracking/index.ts';
import type { TransactionalStepName } from '../transactional/index.ts';
import { answeredMessage } from './answers.ts';
import { type BounceRow, bounces } from './bounces.ts';
import { type ClickRow, clicks } from './clicks.ts';
import type { ConversionRow } from './conversions.ts';
import { type OpenRow, opens } from './opens.ts';

/** Events that are looked at for a page when most of them may not be wanted. */
const lookedAt = 2000;

interface Common {
  id: number;
  at: Date;
  /** Null without one. */
  mailing_id: number | null;
  /** Null when the contact was erased, is tracked anonymously, or is none. */
  contact_id: number | null;
}

/** A step of a transactional mail. */
interface StepRow extends Common {
  step: TransactionalStepName;
  mail_id: string;
  tags: string[];
  code: number | null;
  reason: string | null;
}

/** Rows of the events, by their kinds. */
interface Rows {
  delivery: Common & { occasion: OccasionKey; message_id: string };
  bounce: BounceRow & { id: number };
  opening: OpenRow & { class: EventClass };
  click: ClickRow & { class: EventClass };
  conversion: Common & Pick<ConversionRow, 'value' | 'site_id' | 'goal_id' | 'link_id'>;
  unsubscription: Common & { source: UnsubscriptionSource };
  answer: Common & { occasion: OccasionKey; message_id: string | null; answer: AnswerKind };
  step: StepRow;
}

export type MailEventRow = { [Kind in EventKind]: { kind: Kind } & Rows[Kind] }[EventKind];

/** Which events are wanted; empty lists want all. */
interface MailEventFilters {
  type: string[];
  mailing_id: number[];
  ids: number[];
}

interface MailEventPage {
  events: MailEventRow[];
  /** Behind all events that were looked at. */
  end: Place;
  more: boolean;
}

/** Reads a page of events behind a place, in the order of the journal. */
export async function pageOfMailEvents(
  db: Db,
  accountId: number,
  after: Place | undefined,
  limit: number,
  filters: MailEventFilters,
): Promise<MailEventPage | PlaceFault> {
  const isFiltered = filters.type.length + filters.mailing_id.length + filters.ids.length > 0;
  const part = await readJournal(db, accountId, after, isFiltered ? Math.max(limit, lookedAt) : limit);
  if (typeof part === 'string') return part;
  const wanted = part.events.filter(({ kind }) => mayHaveType(kind, filters.type));
  const rows = await findRows(db, accountId, wanted);
  const found = wanted.flatMap(({ kind, id, place }) => {
    const row = rows.get(`${kind} ${id}`);
    return row !== undefined && isWanted(row, filters) ? [{ row, place }] : [];
  });
  const shown = found.slice(0, limit);
  const events = shown.map(({ row }) => row);
  // What was looked at behind the last event that is shown is looked at again.
  if (found.length > limit) return { events, end: shown.at(-1)!.place, more: true };
  return { events, end: part.end, more: part.more };
}

const typesOfKinds = {
  delivery: ['delivered'],
  bounce: ['bounced'],
  opening: ['opened'],
  click: ['clicked'],
  conversion: ['converted'],
  unsubscription: ['unsubscribed', 'complained'],
  answer: ['answered'],
} as const;

const isTypeOf = (kind: Exclude<EventKind, 'step'>, type: string): boolean =>
  (typesOfKinds[kind] as readonly string[]).includes(type);

const mayHaveType = (kind: EventKind, wanted: readonly string[]): boolean =>
  wanted.length === 0 || kind === 'step' || wanted.some((type) => isTypeOf(kind, type));

function isWanted(row: MailEventRow, { type, mailing_id, ids }: MailEventFilters): boolean {
  if (type.length > 0 && !type.includes(typeOf(row))) return false;
  if (mailing_id.length > 0 && !(row.mailing_id !== null && mailing_id.includes(row.mailing_id))) return false;
  return ids.length === 0 || (row.contact_id !== null && ids.includes(row.contact_id));
}

/** The type of an event in the words of the API. */
export function typeOf(row: MailEventRow): MailEventType {
  if (row.kind === 'step') return row.step;
  if (row.kind === 'unsubscription') return row.source === 'complaint' ? 'complained' : 'unsubscribed';
  return typesOfKinds[row.kind][0];
}

/** Returns the rows of events that are there still, by kind and id. */
async function findRows(
  db: Db,
  accountId: number,
  noted: readonly NotedEvent[],
): Promise<ReadonlyMap<string, MailEventRow>> {
  const found = new Map<string, MailEventRow>();
  for (const [kind, events] of Map.groupBy(noted, (event) => event.kind)) {
    const ids = events.map(({ id }) => id);
    const { columns, from, where = sql`true` } = sources[kind];
    const { rows } = await sql<MailEventRow>`
      select ${kind}::text as kind, ${columns} from ${from}
      where event.account_id = ${accountId} and event.id = any(${ids}::int8[]) and ${where}`.execute(db);
    for (const row of rows) found.set(`${kind} ${row.id}`, row);
  }
  return found;
}

interface Source {
  columns: RawBuilder<unknown>;
  from: RawBuilder<unknown>;
  where?: RawBuilder<unknown>;
}

const sources: Record<EventKind, Source> = {
  delivery: {
    columns: sql`event.id, event.sent_at as at, event.mailing_id, event.contact_id, event.occasion, event.message_id`,
    from: sql`delivery as event`,
  },
  bounce: { columns: bounces.columns, from: bounces.from },
  opening: { columns: sql`${opens.columns}, event.class`, from: opens.from },
  click: { columns: sql`${clicks.columns}, event.class`, from: clicks.from },
  conversion: {
    columns: sql`event.id, event.at, event.mailing_id, event.contact_id, event.value::text as value, event.site_id,
      event.goal_id, event.link_id`,
    from: sql`conversion as event`,
  },
  unsubscription: {
    columns: sql`event.id, event.at, event.mailing_id, event.contact_id, event.source`,
    from: sql`unsubscription as event`,
    // A transactional mail that led to it, in the same transaction, tells of it by its step.
    where: sql`not exists (
      select from transactional_mail as mail
      join transactional_step as step on step.account_id = mail.account_id and step.mail_id = mail.id
      where mail.account_id = event.account_id and mail.contact_id = event.contact_id and not mail.to_user
        and step.step in ('unsubscribed', 'complained') and step.at = event.at)`,
  },
  answer: {
    columns: sql`event.id, event.at, event.mailing_id, event.contact_id, event.occasion, event.kind as answer, ${answeredMessage}`,
    from: sql`answer as event`,
  },
  step: {
    columns: sql`event.id, event.at, case when mail.template then mail.mailing_id end as mailing_id,
      nullif(mail.contact_id, 0) as contact_id, event.step, event.mail_id, mail.tags, event.code, event.reason`,
    from: sql`transactional_step as event
      join transactional_mail as mail on mail.account_id = event.account_id and mail.id = event.mail_id`,
    where: sql`not mail.to_user`,
  },
};
