/** How contacts are taken over by the newest version of a program. */
export { planTakeover } from './takeover-job.ts';
export { previewTakeover } from './takeover-preview.ts';
