import { type OutcomeReason, recordOutcome } from '../../outcomes/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { ContactImport } from '../files/store.ts';

/** Records how an import has ended, by what became of its rows. */
export async function recordImport(db: Db, ended: ContactImport, given: readonly OutcomeReason[] = []): Promise<void> {
  const { account_id, id, started_by, created, existing } = ended;
  const reasons = [...given, ...reasonsOf(ended)];
  await recordOutcome(db, account_id, {
    kind: 'import',
    objectId: id,
    startedBy: started_by,
    result: reasons.length === 0 ? 'done' : created + existing === 0 ? 'failed' : 'partly',
    reasons,
    counts: { new_contacts: created, existing_contacts: existing },
  });
}

function reasonsOf({ invalid, duplicates, incomplete }: ContactImport): OutcomeReason[] {
  const counted = [
    ['rows_invalid', invalid],
    ['rows_duplicate', duplicates],
    ['values_left_out', incomplete],
  ] as const;
  return counted.flatMap(([code, count]) => (count > 0 ? { code, count } : []));
}
