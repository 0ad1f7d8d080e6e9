export { type Act, didCondition } from './conditions.ts';
export { forgetUserAgents } from './forget.ts';
export { lastActivity } from './latest.ts';
