import type { Occasion } from '../../tracking/index.ts';
import type { MailPurpose } from '../tables.ts';

const purposes = {
  sendout: 'campaign',
  transaction: 'trigger',
  run: 'trigger',
  confirmation: 'trigger',
  step: 'automation',
  'opt-in': 'opt-in',
  transactional: 'transactional',
} as const satisfies Record<Exclude<Occasion['kind'], 'trial'>, MailPurpose>;

/** The purpose of the mails of an occasion. */
export const purposeOf = (occasion: Occasion): MailPurpose =>
  occasion.kind === 'trial' ? occasion.purpose : purposes[occasion.kind];

/** The lane of sendouts, which every other mail overtakes. */
export const bulkPriority = 3;

/** The lane of an occasion's mails; lower ones go first: mails that a person waits for, single ones, those of runs. */
export function priorityOf({ kind }: Occasion): number {
  if (kind === 'opt-in' || kind === 'trial' || kind === 'transactional') return 0;
  if (kind === 'sendout') return bulkPriority;
  return kind === 'run' ? 2 : 1;
}
