import { reachableContacts } from '../../people/index.ts';
import { xmlText } from '../../platform/text/xml.ts';
import { tagSources } from '../../sending/index.ts';
import { targetCondition } from '../content/recipients.ts';
import { recipientOf } from '../content/sample.ts';
import { type Finding, stateOf } from '../findings/findings.ts';
import type { Check, Subject } from '../findings/subject.ts';
import { unknownTags } from './faults.ts';
import { judgeGaps } from './judge.ts';
import { type PlacedTag, readTags } from './tags.ts';

/** Up to so many recipients all are looked at, otherwise `sampled`. */
const fewRecipients = 10_000;
const sampled = 1000;
const maxShown = 10_000;

/** Whether every tag can be filled, and for whom it stays empty. */
export const checkPersonalization = (async (subject: Subject) => {
  const { tags, findings } = readTags(subject.context.content);
  findings.push(...unknownTags(subject.context, tags));
  const { errors, empty, findings: gaps } = await fillFor(subject, tags);
  findings.push(...gaps);
  return {
    state: stateOf(findings),
    personalizations: tags.slice(0, maxShown).map(({ namespace, field, fallback }) => ({
      type: xmlText(namespace, 64),
      property_name: xmlText(field, 255),
      ...(fallback === '' ? {} : { fallback_value: xmlText(fallback, 65_535) }),
      occurs_in_conditional_content: false,
    })),
    errors,
    empty_count: empty,
    findings,
  };
}) satisfies Check;

/** Looks every tag without a fallback up for recipients of the target group. */
async function fillFor(
  subject: Subject,
  tags: readonly PlacedTag[],
): Promise<{ errors: number; empty: number; findings: Finding[] }> {
  const { db, mailing, context } = subject;
  const condition = await targetCondition(db, mailing);
  if (condition === undefined) return { errors: 0, empty: 0, findings: [] };
  const recipients = await reachableContacts(db, mailing.account_id, condition, fewRecipients + 1);
  const looked = recipients.length > fewRecipients ? recipients.slice(0, sampled) : recipients;
  if (looked.length === 0) {
    const message = 'The target group has no contact that mail can be sent to.';
    return { errors: 0, empty: 0, findings: [{ code: 'no_recipients', severity: 'warning', message }] };
  }
  const sources = tagSources(context);
  const open = new Map(
    tags
      .filter(({ fallback, namespace }) => fallback === '' && namespace === 'CONTACT')
      .map(({ namespace, field }) => [`[[${namespace}|${field}]]`, sources(namespace, field)]),
  );
  const first = await recipientOf(subject, looked[0]!);
  const gaps = new Map<string, number>();
  let empty = 0;
  for (const contact of looked) {
    let hasGap = false;
    for (const [tag, source] of open) {
      if (typeof source !== 'function' || source({ ...first, contact })) continue;
      gaps.set(tag, (gaps.get(tag) ?? 0) + 1);
      hasGap = true;
    }
    if (hasGap) empty++;
  }
  return { errors: 0, empty, findings: judgeGaps(looked.length, gaps, empty) };
}
