export { adjustProgress, replay } from './begin.ts';
export { sendMailEventsTask } from './find-due-task.ts';
export { findProgress, type MailEventProgress } from './progress.ts';
export { sendMailEventsJob } from './send.ts';
