export { confirm, type Evidence, type Found, lookUp } from './double-opt-in/confirm.ts';
export { forgetRequestsJob } from './double-opt-in/forget-job.ts';
export { optInMailJob, type Surroundings } from './double-opt-in/mail-job.ts';
export { requestOptIn } from './double-opt-in/request.ts';
export { deleteRequestsOf } from './double-opt-in/requests.ts';
export { type Language, languageOf, words } from './double-opt-in/words.ts';
