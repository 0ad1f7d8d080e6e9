export { type Audience, countAudience, countSamples } from './audience.ts';
export { findBulkReceivers } from './bulk-receivers.ts';
export { runSendoutChecks } from './checks.ts';
export { leftOutOf } from './left-out.ts';
export {
  blocks,
  blocksSchedule,
  describeObstacles,
  missingObstacles,
  type Obstacle,
  obstacle,
  sortObstacles,
} from './rules.ts';
