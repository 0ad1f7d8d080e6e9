/** Exports what becomes of contacts without activity to other contexts, as the namespace `sunset`. */
export { sunsetJob } from './job.ts';
export {
  findLastMail,
  findPolicy,
  lastMailFault,
  lockPolicy,
  type SunsetPolicy,
  type SunsetSettings,
  sunsetObstacle,
  usualSettings,
} from './policy.ts';
export { findRest, wakeContact } from './rest.ts';
export { deletePolicy, setPolicy } from './settings.ts';
export { countStages } from './stages.ts';
