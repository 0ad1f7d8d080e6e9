import { findTags } from '../../mailings/index.ts';
import { readPage } from '../content/page.ts';
import { readSample, type Sample } from '../content/sample.ts';
import { type Finding, stateOf } from '../findings/findings.ts';
import type { CheckedMailing, CheckFunction } from '../findings/subject.ts';
import { judgeCompliance } from './compliance.ts';
import { judgeAttention } from './rules.ts';

const fewPoints = 60;

/** How well the mailing wins attention, and whether what the law asks for is there. */
export const checkAttention = (async (subject: CheckedMailing) => {
  const sample = await readSample(subject);
  const page = sample.html === null ? undefined : readPage(sample.html);
  const { type } = subject.mailing;
  const { score, findings } = judgeAttention({ ...sample, type, page });
  if (score < fewPoints) {
    const message = `${score} of 100 points; from ${fewPoints} on a mailing is good enough.`;
    findings.push({ code: 'score_low', severity: 'warning', message });
  }
  findings.push(...complianceOf(subject, sample));
  return { state: stateOf(findings), score, findings };
}) satisfies CheckFunction;

/** The part of the check that a sendout asks for. */
export function complianceOf({ mailing, context, publicUrl }: CheckedMailing, sample: Sample): Finding[] {
  const { html, text_body } = context.content;
  return judgeCompliance({
    type: mailing.type,
    htmlTags: html ? findTags(html, 'html') : undefined,
    textTags: text_body ? findTags(text_body, 'plain') : undefined,
    page: sample.html === null ? undefined : readPage(sample.html),
    text: sample.text,
    publicUrl,
  });
}
