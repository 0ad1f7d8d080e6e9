import { type DoctorFinding, findingsOf } from './finding.ts';

const dayMillis = 24 * 3600 * 1000;
/** As the alert rule says it. */
const mostDays = 3;

/**
 * Whether there is a young backup that was restored and read.
 * @param finished time of the state that the last one has, in ISO 8601
 */
export function checkVerifiedBackup(finished: string | undefined, now: Date): DoctorFinding[] {
  const { ok, warning } = findingsOf('backups', 'database');
  const nextStep =
    'Run "mailwright backup … --verify" each night, or "mailwright backup-verified TIME" after a test of your own tools.';
  if (finished === undefined) return warning(`No backup was ever restored and read. ${nextStep}`);
  const days = (now.getTime() - Date.parse(finished)) / dayMillis;
  const found = `The last backup that was restored and read has the state of ${finished.slice(0, 16).replace('T', ' ')} UTC.`;
  return days > mostDays ? warning(`${found} ${nextStep}`) : ok(found);
}
