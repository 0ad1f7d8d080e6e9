import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Counts } from './counts.ts';
import type { TierTimes } from './tier-table.ts';

/** What `npm test` leaves for the run that goes on after it. */
export interface EarlierRun extends Counts {
  /** Of the sources that were tested. */
  sources: string;
  times: TierTimes;
  failures: string[];
  skipped: string[];
}

const file = '.nx/tests/earlier.json';

export function keepRun(run: Omit<EarlierRun, 'sources'>): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ ...run, sources: sourcesNow() }));
}

/** @throws Error if there was no run of `npm test`, or one of other sources */
export function readEarlierRun(): EarlierRun {
  let run: EarlierRun;
  try {
    run = JSON.parse(readFileSync(file, 'utf8')) as EarlierRun;
  } catch {
    throw new Error(
      '--rest goes on after `npm test`, which has not run here yet. `npm run test:full` runs everything.',
    );
  }
  if (run.sources !== sourcesNow())
    throw new Error('The sources have changed since `npm test`: run it again, or everything with `npm run test:full`.');
  return run;
}

/** Changes with each commit and with each change that is not committed. */
function sourcesNow(): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  return createHash('sha256')
    .update(git('rev-parse', 'HEAD') + git('status', '--porcelain') + git('diff', 'HEAD'))
    .digest('hex');
}
