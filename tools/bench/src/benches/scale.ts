import { sql } from 'kysely';
import { refreshMembers } from '../../../../packages/service/src/audiences/filters/refresh.ts';
import type { ContactFilter } from '../../../../packages/service/src/audiences/filters/store.ts';
import { insertMailing } from '../../../../packages/service/src/mailings/index.ts';
import { findMailing } from '../../../../packages/service/src/mailings/store.ts';
import { eraseContacts } from '../../../../packages/service/src/people/erasure/erase.ts';
import type { Db } from '../../../../packages/service/src/platform/database/schema.ts';
import {
  clicks,
  countOf,
  mailingSummaries,
  opens,
  pageOf,
  recipients,
  uniqueClicks,
  uniqueOpens,
} from '../../../../packages/service/src/reports/index.ts';
import { archiveTask } from '../../../../packages/service/src/sending/archiving/task.ts';
import { freezeRecipients } from '../../../../packages/service/src/sending/sendouts/freeze.ts';
import { alternate, type Figure } from '../bench.ts';
import { openServerDatabase } from '../load/databases.ts';
import { type History, writeHistory } from '../scale/history.ts';

const events = Number(process.env.BENCH_EVENTS ?? 2_000_000);
const fewer = 100;
/** Few for what takes as long as there are contacts, many for what takes a moment. */
const rounds = { few: 3, many: 9 };
/** How long the archiving of events is watched. */
const archivingMillis = 20_000;
/** Events older than this are archived: those of the first mailing. */
const keptDays = 700;

/**
 * What an account with many events has to wait for, against one with a hundredth of them: `BENCH_EVENTS` says how many, 2 million
 * by default, of a tenth as many contacts. What has a result that grows with them is compared for each row of the result.
 */
export async function scaleBench(): Promise<Figure[]> {
  const many = await openServerDatabase();
  const few = await openServerDatabase();
  try {
    const large: Place = { db: many.kysely, history: await writeHistory(many.kysely, events) };
    const small: Place = { db: few.kysely, history: await writeHistory(few.kysely, events / fewer) };
    const figures: Figure[] = [];
    for (const [name, work] of Object.entries(constant))
      figures.push(await compare(name, rounds.many, work, large, small));
    for (const [name, work] of Object.entries(growing))
      figures.push(await compare(`${name}, for each`, rounds.few, work, large, small));
    figures.push(await archiving(large, small));
    return figures;
  } finally {
    await many.close();
    await few.close();
  }
}

interface Place {
  db: Db;
  history: History;
}

/** Gives the number of rows of the result. */
type Work = (place: Place) => Promise<number>;

/** Compares the milliseconds for a row of the result. */
async function compare(name: string, rounds: number, work: Work, large: Place, small: Place): Promise<Figure> {
  const rows = new Map<Place, number>();
  const timeOf = async (place: Place) => {
    const start = performance.now();
    const found = await work(place);
    const took = performance.now() - start;
    if (found === 0) throw new Error(`"${name}" finds nothing`);
    rows.set(place, found);
    return took;
  };
  const timeOfRow = async (place: Place) => (await timeOf(place)) / rows.get(place)!;
  const { subject, baseline, ratio } = await alternate(
    rounds,
    () => timeOfRow(large),
    () => timeOfRow(small),
  );
  const [here, there] = [rows.get(large)!, rows.get(small)!];
  const detail =
    `${(subject * here).toFixed(1)} ms for ${here} of ${events} events ` +
    `against ${(baseline * there).toFixed(1)} ms for ${there} of ${events / fewer}`;
  return { name: `scale: ${name}`, ratio, target: { bound: 'at most', value: 2 }, detail };
}

const none = {
  ids: [],
  emails: [],
  eids: [],
  social_network: [],
  device_type: [],
  include_machine: false,
  exclude_anonymous_opens: false,
  exclude_anonymous_clicks: false,
  exclude_deleted_recipients: false,
};
const first = { page_size: 100, page_index: 1 };
const lengthOf = async (rows: Promise<unknown[]>) => (await rows).length;
/** A mailing that was sent neither first nor last. */
const middle = ({ sent }: History) => sent[3]!;
const ofMiddle = (history: History) => ({ ...none, mailing_id: [middle(history)] });
const lastMonth = () => ({ ...none, from_date: Date.now() - 30 * 86_400_000 });

/** Has read a mailing. */
const reader = ({ contacts }: History) => Math.floor(contacts / 8) * 4;
const linkOf = async (db: Db, history: History) => {
  const { rows } = await sql<{ id: number }>`
    select id from link where account_id = ${history.account} and mailing_id = ${middle(history)}`.execute(db);
  return rows[0]!.id;
};

/** Work whose result is as large in both. */
const constant: Record<string, Work> = {
  'page of openings': ({ db, history }) => lengthOf(pageOf(db, history.account, opens, none, first)),
  'page of openings of a mailing': ({ db, history }) =>
    lengthOf(pageOf(db, history.account, opens, ofMiddle(history), first)),
  'page of openings of two mailings': ({ db, history }) =>
    lengthOf(pageOf(db, history.account, opens, { ...none, mailing_id: history.sent.slice(2, 4) }, first)),
  'openings of a contact': ({ db, history }) =>
    lengthOf(pageOf(db, history.account, opens, { ...none, ids: [reader(history)] }, first)),
  'openings of a contact by address': ({ db, history }) =>
    lengthOf(pageOf(db, history.account, opens, { ...none, emails: [`person-${reader(history)}@example.org`] }, first)),
  'mails to a contact': ({ db, history }) =>
    lengthOf(pageOf(db, history.account, recipients, { ...none, ids: [reader(history)] }, first)),
  'page of clicks on a link': async ({ db, history }) =>
    lengthOf(pageOf(db, history.account, clicks, { ...none, link_id: [await linkOf(db, history)] }, first)),
  'page of openings of a month': ({ db, history }) => lengthOf(pageOf(db, history.account, opens, lastMonth(), first)),
  'page of unique openings of a mailing': ({ db, history }) =>
    lengthOf(pageOf(db, history.account, uniqueOpens, ofMiddle(history), first)),
  'page of clicks of a month': ({ db, history }) => lengthOf(pageOf(db, history.account, clicks, lastMonth(), first)),
  'page of unique clicks': ({ db, history }) => lengthOf(pageOf(db, history.account, uniqueClicks, none, first)),
  'page of recipients of a mailing': ({ db, history }) =>
    lengthOf(pageOf(db, history.account, recipients, ofMiddle(history), first)),
  'erasure of a contact': async ({ db, history: { account, contacts } }) => {
    const id = 1 + Math.floor(Math.random() * contacts);
    await db.transaction().execute((transaction) => eraseContacts(transaction, account, [id]));
    return 1;
  },
  'recipients of a city fixed': (place) => freeze(place, place.history.filters.city),
};

/** Work whose result grows with the account. */
const growing: Record<string, Work> = {
  'unique openings of a mailing counted': ({ db, history }) =>
    countOf(db, history.account, uniqueOpens, ofMiddle(history)),
  'unique clicks counted': ({ db, history }) => countOf(db, history.account, uniqueClicks, none),
  'totals of a mailing': async ({ db, history }) => {
    const [summary] = await mailingSummaries(db, history.account, [middle(history)]);
    return summary!.totals.openings;
  },
  'filter of a city refreshed, of all contacts': (place) => refresh(place, place.history.filters.city),
  'filter of readers refreshed, of all contacts': (place) => refresh(place, place.history.filters.readers),
  'recipients fixed': (place) => freeze(place, place.history.filters.everybody),
};

async function refresh({ db, history }: Place, filter: ContactFilter): Promise<number> {
  await refreshMembers(db, filter);
  return history.contacts;
}

/** Fixes the recipients of a mailing that nobody sends: it is undone. */
async function freeze({ db, history: { account } }: Place, filter: ContactFilter): Promise<number> {
  const about = { name: `To be sent ${performance.now()}`, subject: 'x', type: 'regular', creator: 'bench' } as const;
  const transaction = await db.startTransaction().execute();
  try {
    await sql`set local statement_timeout = 0`.execute(transaction);
    const mailing = (await findMailing(transaction, account, (await insertMailing(transaction, account, about))!))!;
    return await freezeRecipients(transaction, mailing, filter, undefined);
  } finally {
    await transaction.rollback().execute();
  }
}

/** Compares the milliseconds for an event of the first mailing that is archived. */
async function archiving(large: Place, small: Place): Promise<Figure> {
  const millisFor = async ({ db, history: { account, sent } }: Place) => {
    const start = performance.now();
    await archiveTask(keptDays).run(db, AbortSignal.timeout(archivingMillis));
    const took = performance.now() - start;
    const { rows } = await sql<{ events: number }>`
      select deliveries + openings + clicks as events from archived_total
      where account_id = ${account} and mailing_id = ${sent[0]!}`.execute(db);
    return took / rows[0]!.events;
  };
  const [subject, baseline] = [await millisFor(large), await millisFor(small)];
  const perSecond = (millis: number) => Math.round(1000 / millis);
  const detail = `${perSecond(subject)} events/s against ${perSecond(baseline)}`;
  return {
    name: 'scale: archiving, for each event',
    ratio: subject / baseline,
    target: { bound: 'at most', value: 2 },
    detail,
  };
}
