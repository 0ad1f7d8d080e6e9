import { sql } from 'kysely';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { SendoutWave } from '../tables.ts';

/** How far a wave is whose recipients are fixed. */
export interface WaveProgress extends SendoutWave {
  contacts: number;
  sent: number;
  waiting: number;
}

/** Returns the waves of a sendout by local time; `undefined` if there is none, or its recipients are not fixed. */
export async function waveProgress(db: Db, { account_id, id }: Mailing): Promise<WaveProgress[] | undefined> {
  const sendout = await db
    .selectFrom('sendout')
    .select('waves')
    .where('account_id', '=', account_id)
    .where('mailing_id', '=', id)
    .executeTakeFirst();
  if (!sendout?.waves) return undefined;
  const { rows } = await sql<{ wave: number; sent: number; waiting: number }>`
    select wave, count(*) filter (where state = 'sent') as sent,
      count(*) filter (where state in ('pending', 'in_flight', 'deferred')) as waiting
    from recipient
    where account_id = ${account_id} and mailing_id = ${id} and purpose = 'campaign' and wave is not null
    group by wave`.execute(db);
  const counts = new Map(rows.map((row) => [row.wave, row]));
  return sendout.waves.map(({ recipients, ...wave }, index) => {
    const { sent = 0, waiting = 0 } = counts.get(index) ?? {};
    return { ...wave, contacts: recipients, sent, waiting };
  });
}
