export { listAlarms } from './alarms.ts';
export { acceptTroubles } from './guard.ts';
export type { Alarm } from './rule.ts';
