import { type DoctorFinding, findingsOf } from './finding.ts';

/** What a database says of itself. */
export interface DatabaseFacts {
  version: string;
  /** Of its clock, before the one of this machine. */
  secondsAhead: number;
  /** It takes no changes. */
  readOnly: boolean;
  /** Pieces of background work that were given up. */
  deadJobs: number;
}

/** What is to be done about a database that answers. */
export function checkDatabase(
  subject: string,
  { version, secondsAhead, readOnly, deadJobs }: DatabaseFacts,
): DoctorFinding[] {
  const { ok, warning, error } = findingsOf('database', subject);
  return [
    ...(readOnly
      ? error(`PostgreSQL ${version} answers and takes no changes. Make room on its disk, or name its primary server.`)
      : ok(`PostgreSQL ${version} answers.`)),
    ...(Math.abs(secondsAhead) < 2
      ? []
      : warning(`Its clock is ${secondsAhead.toFixed(1)} seconds ahead of the one of this machine. Set both by NTP.`)),
    ...(deadJobs === 0 ? [] : warning(`${deadJobs} pieces of background work were given up. The log says why.`)),
  ];
}
