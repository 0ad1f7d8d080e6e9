import type { StatusReport } from './report.ts';

/** One symbol for each state of a status. */
export const stateMark: Record<StatusReport['state'], string> = { kept: '✓', broken: '✗', missed: '·' };
