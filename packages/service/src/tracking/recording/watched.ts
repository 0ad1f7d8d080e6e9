import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { noteWatched, watchesFor } from '../../platform/events/watch.ts';
import type { EventClass } from '../tables.ts';
import type { ReaderIdentity } from './events.ts';

declare module '../../platform/events/watch.ts' {
  interface WatchedKinds {
    /** A person followed a link of a mailing. */
    link_clicked: {
      mailing_id: number;
      /** Its URL as in the contents; absent for any. */
      link?: string;
    };
    /** A person opened a mailing. */
    mailing_opened: { mailing_id: number };
  }
}

type Reading = ReaderIdentity & { mailingId: number; class: EventClass };

/** Ids of the contacts who have done it themselves: nobody begins a program because of a machine, or what may be one. */
const personsOf = (readings: readonly Reading[], mailingId: number): number[] =>
  readings.flatMap((reading) =>
    reading.class === 'human' && reading.mailingId === mailingId && 'contactId' in reading ? reading.contactId : [],
  );

/** Notes who has opened mailings that are watched for. */
export async function noteOpenings(db: Db, accountId: number, openings: readonly Reading[]): Promise<void> {
  if (openings.length === 0) return;
  const watches = await watchesFor(db, accountId, ['mailing_opened']);
  await noteWatched(db, accountId, watches, ({ mailing_id }) => personsOf(openings, mailing_id));
}

/** Notes who has followed links of mailings that are watched for. */
export async function noteClicks(
  db: Db,
  accountId: number,
  clicks: readonly (Reading & { linkId: number })[],
): Promise<void> {
  if (clicks.length === 0) return;
  const watches = await watchesFor(db, accountId, ['link_clicked']);
  if (watches.length === 0) return;
  const urls = await urlsOf(db, accountId, clicks);
  await noteWatched(db, accountId, watches, ({ mailing_id, link }) => {
    const concerned = link === undefined ? clicks : clicks.filter(({ linkId }) => urls.get(linkId) === link);
    return personsOf(concerned, mailing_id);
  });
}

async function urlsOf(db: Db, accountId: number, clicks: readonly { linkId: number }[]): Promise<Map<number, string>> {
  const links = await db
    .selectFrom('link')
    .select(['id', 'url'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${[...new Set(clicks.map(({ linkId }) => linkId))]}::int8[])`)
    .execute();
  return new Map(links.map(({ id, url }) => [id, url]));
}
