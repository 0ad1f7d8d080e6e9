import { workerFunctions } from '../../platform/workers/worker-pool.ts';
import { readSample, type Sample } from '../content/sample.ts';
import { readingLimits, withinLimits } from '../content/within-limits.ts';
import { type Finding, stateOf } from '../findings/findings.ts';
import type { CheckedMailing, CheckFunction } from '../findings/subject.ts';
import { partTags } from './part-tags.ts';

const fewPoints = 60;
const call = workerFunctions<typeof import('./worker.ts')>(import.meta.url, './worker');

/** How well the mailing wins attention, and whether what the law asks for is there. */
export const checkAttention = (async (subject: CheckedMailing) => {
  const sample = await readSample(subject);
  const mail = { ...sample, type: subject.mailing.type };
  const { score, findings } = await withinLimits(call('judgeMail', mail, readingLimits));
  if (score < fewPoints) {
    const message = `${score} of 100 points; a mailing should have at least ${fewPoints}.`;
    findings.push({ code: 'score_low', severity: 'warning', message });
  }
  const all = [...findings, ...(await checkCompliance(subject, sample))];
  return { state: stateOf(all), score, findings: all };
}) satisfies CheckFunction;

/** The part of the check that a sendout asks for. @throws TemplateError */
export function checkCompliance(
  { mailing, context, publicUrl }: CheckedMailing,
  { html, text }: Sample,
): Promise<Finding[]> {
  const { content } = context;
  const mail = {
    type: mailing.type,
    htmlTags: content.html ? partTags(content.html, 'html') : undefined,
    ampTags: content.html && content.amp ? partTags(content.amp, 'html') : undefined,
    textTags: content.text_body ? partTags(content.text_body, 'plain') : undefined,
    html,
    text,
    publicUrl,
  };
  return withinLimits(call('judgeLaw', mail, readingLimits));
}
