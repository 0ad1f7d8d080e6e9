export { type Act, didCondition } from './conditions.ts';
export { forgetUserAgents } from './forget.ts';
export { lastActivity } from './latest.ts';
export { pixelImage, type TrackingPlan, trackingPlan } from './links/plan.ts';
export { registerPlan } from './links/store.ts';
export { bearerOf, personalPages, type TrackingStrategy, trackedAddresses } from './tokens/addresses.ts';
export { signingKey } from './tokens/keys.ts';
