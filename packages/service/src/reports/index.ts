export { reportContacts } from './contact.ts';
export { requireInterval } from './interval.ts';
export { countSubscriptions, pageOfSubscriptions, type SubscriptionFilter } from './subscribers.ts';
