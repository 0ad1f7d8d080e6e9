/** Exports answers to mails to other contexts, as the namespace `answers`. */
export { readMailbox } from '../../mail/identity.ts';
export type { ForwardedMail } from './forwarding.ts';
export { purgeAnswersTask } from './purge-task.ts';
