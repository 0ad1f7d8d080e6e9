export { isUndecided } from '../experiments/states.ts';
export {
  countExperiments,
  deleteExperiment,
  findExperiment,
  findTrying,
  insertExperiment,
  listExperiments,
  lockExperiment,
  mostExperiments,
  type StoredExperiment,
  type StoredVariant,
  triedAmong,
  variantsOf,
} from '../experiments/store.ts';
export { cancelExperiment } from './cancel.ts';
export { clickedOf, convertedOf, openedOf, spentOf } from './criterion.ts';
export { decide, takeOver } from './decide.ts';
export { decideExperimentJob } from './decide-job.ts';
export { findObserved, readFigures, readHoldout } from './figures.ts';
export { requireSendTimes } from './require-send-times.ts';
export { lockVariants, requireFit, startExperiment } from './start.ts';
export { differenceOf, rateOf } from './statistics/intervals.ts';
export { meanEstimate } from './statistics/welch.ts';
export { dueOf } from './tested.ts';
