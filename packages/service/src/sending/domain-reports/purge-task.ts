import { sql } from 'kysely';
import type { Task } from '../../platform/tasks/worker.ts';
import { keptDays } from './store.ts';

const atOnce = 5000;
const tooOld = sql`where aged.account_id = oldest.account_id and aged.day < oldest.day limit ${atOnce}`;
const found = sql`where old.account_id = oldest.account_id and old.ctid = aged.place returning 1`;

/** Deletes reports and their figures that are older than what is kept, some of each account and table at a time. */
export const purgeDomainReportsTask: Task = {
  name: 'purge of domain reports',
  async run(db) {
    // The table of each is written out, so that tests see who writes it.
    const { rows } = await sql<{ deleted: boolean }>`
      with oldest as (
        select id as account_id, (now() at time zone 'UTC')::date - ${keptDays}::int4 as day from account
      ), reports as (
        delete from domain_report as old using oldest
          cross join lateral (select ctid as place from domain_report as aged ${tooOld}) as aged ${found}
      ), domains as (
        delete from reported_domain as old using oldest
          cross join lateral (select ctid as place from reported_domain as aged ${tooOld}) as aged ${found}
      ), sources as (
        delete from mail_source as old using oldest
          cross join lateral (select ctid as place from mail_source as aged ${tooOld}) as aged ${found}
      ), sessions as (
        delete from tls_session as old using oldest
          cross join lateral (select ctid as place from tls_session as aged ${tooOld}) as aged ${found}
      )
      select exists (select from reports) or exists (select from domains) or exists (select from sources)
        or exists (select from sessions) as deleted`.execute(db);
    return rows[0]?.deleted === true;
  },
};
