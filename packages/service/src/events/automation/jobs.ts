/** The jobs of automation programs. */
export { runProgramJob } from './job.ts';
export { startProgramJob } from './start-by-date.ts';
export { startByHandJob } from './start-by-hand.ts';
export { startBySegmentJob } from './start-by-segment.ts';
export { startExistingJob } from './start-existing.ts';
export { startWatchedJob } from './start-watched.ts';
export { takeoverJob } from './takeover-job.ts';
