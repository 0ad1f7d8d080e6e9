export { readNames } from './names.ts';
export {
  isLasting,
  type OutcomeKind,
  type OutcomeMails,
  type OutcomeReason,
  outcomeMails,
  wantsMail,
} from './outcome.ts';
export { purgeOutcomesTask } from './purge-task.ts';
export {
  countOutcomes,
  deleteOutcomes,
  findOutcome,
  listOutcomes,
  markSeen,
  type RecordedOutcome,
  recordOutcome,
} from './store.ts';
export { recordSwitchedOff } from './switched-off.ts';
export { type TellOutcome, tellOutcomeKind } from './tell-kind.ts';
