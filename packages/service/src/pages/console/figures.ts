import type { Kysely } from 'kysely';
import type { Account } from '../../account/index.ts';
import { countByState, latestInStates } from '../../mailings/index.ts';
import { contactFigures, contactGrowth } from '../../people/index.ts';
import type { MailingState, Schema } from '../../platform/database/schema.ts';
import { totalsOf } from '../../tracking/index.ts';
import type { ConsoleFacts } from './routes.ts';

const underWay: MailingState[] = ['queued', 'checks', 'blacklist', 'preparing', 'sending', 'paused'];
const reported: MailingState[] = ['sending', 'paused', 'canceled', 'done', 'archiving', 'archived', 'released'];
const stopped: MailingState[] = ['paused', 'failed'];
const shown = 10;
const day = 86_400_000;

/** What the console shows of an account. */
export async function readConsole(db: Kysely<Schema>, account: Account, facts: ConsoleFacts) {
  const [running, reports, attention] = await Promise.all(
    [underWay, reported, stopped].map((states) => latestInStates(db, account.id, states, shown)),
  );
  const ids = [...new Set([...running!, ...reports!].map(({ id }) => id))];
  return {
    ...facts,
    account: account.name,
    contacts: await contactFigures(db, account.id),
    growth: await contactGrowth(db, account.id),
    states: await countByState(db, account.id),
    running: running!,
    reports: reports!,
    stopped: attention!,
    totals: await totalsOf(db, account.id, ids),
    certificateDays: Math.floor((facts.certificateEnds.getTime() - Date.now()) / day),
  };
}

export type ConsoleFigures = Awaited<ReturnType<typeof readConsole>>;
