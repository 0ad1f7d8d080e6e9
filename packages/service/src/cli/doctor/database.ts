import { type DoctorFinding, findingsOf } from './finding.ts';

/** Facts about a database. */
export interface DatabaseFacts {
  version: string;
  /** Of its clock, before the one of this machine. */
  secondsAhead: number;
  /** It takes no changes. */
  readOnly: boolean;
  /** Pieces of background work that were given up. */
  deadJobs: number;
}

/** Findings about a reachable database. */
export function checkDatabase(
  subject: string,
  { version, secondsAhead, readOnly, deadJobs }: DatabaseFacts,
): DoctorFinding[] {
  const { ok, warning, error } = findingsOf('database', subject);
  return [
    ...(readOnly
      ? error(`PostgreSQL ${version} responds but rejects changes. Free disk space, or use its primary server.`)
      : ok(`PostgreSQL ${version} responds.`)),
    ...(Math.abs(secondsAhead) < 2
      ? []
      : warning(
          `Its clock is ${secondsAhead.toFixed(1)} seconds ahead of the one of this machine. Synchronize both with NTP.`,
        )),
    ...(deadJobs === 0
      ? []
      : warning(`${deadJobs} background jobs have failed permanently. See the log for the reason.`)),
  ];
}
