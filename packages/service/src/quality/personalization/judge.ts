import type { Finding } from '../findings/findings.ts';

/** Recipients of 100 who may see a gap. */
const maxGaps = 5;

/** How many of the recipients looked at see a gap, by the name of the tag. */
export function judgeGaps(recipients: number, gaps: ReadonlyMap<string, number>, withGap: number): Finding[] {
  if (recipients === 0 || withGap * 100 <= maxGaps * recipients) return [];
  const share = Math.round((withGap / recipients) * 100);
  const total: Finding = {
    code: 'gaps',
    severity: 'warning',
    message: `Values are missing for ${share} % of the recipients; add fallbacks to the tags: [[CONTACT|FIELD|fallback]].`,
  };
  const each = Array.from(gaps, ([tag, count]): Finding => {
    return { code: 'gap', severity: 'info', message: `${tag} has no value for ${count} of ${recipients} recipients.` };
  });
  return [total, ...each];
}
