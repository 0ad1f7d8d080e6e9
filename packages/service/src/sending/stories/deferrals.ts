import { sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { hooksOf } from '../../platform/hooks/hooks.ts';
import { type OccasionKey, parseOccasion } from '../../tracking/index.ts';
import type { NewStep } from './steps.ts';

/** Records the deferrals of attempts that were just settled, unless another process has decided on them. */
export async function recordDeferrals(db: Db, accountId: number, attempts: readonly Attempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const given = attempts.map(({ id, mailingId, contactId, attempt }) => {
    return { id, mailing_id: mailingId, contact_id: contactId, attempt };
  });
  const { rows } = await sql<{ occasion: OccasionKey; code: number | null; reason: string | null }>`
    select occasion, code, reason from recipient
    join json_to_recordset(${JSON.stringify(given)}::json)
      as given (id int8, mailing_id int8, contact_id int8, attempt int4) using (mailing_id, contact_id, id, attempt)
    where account_id = ${accountId} and state = 'deferred'`.execute(db);
  const steps = rows.flatMap(({ occasion: key, code, reason }): NewStep[] => {
    const occasion = parseOccasion(key);
    if (occasion?.kind !== 'transactional') return [];
    return [{ mailId: occasion.mailId, step: 'deferred', code: code ?? undefined, reason: reason ?? undefined }];
  });
  await hooksOf(db).recordSteps(db, accountId, steps);
}

/** An attempt to hand over a transactional mail. */
interface Attempt {
  id: number;
  mailingId: number;
  contactId: number;
  attempt: number;
}
