import { reachableContacts } from '../../people/index.ts';
import { xmlText } from '../../platform/text/xml.ts';
import type { Recipient } from '../../sending/index.ts';
import { type CompiledTexts, TemplateError } from '../../templates/index.ts';
import { targetCondition } from '../content/recipients.ts';
import { recipientOf } from '../content/sample.ts';
import { type Finding, stateOf, templateFinding } from '../findings/findings.ts';
import type { CheckedMailing, CheckFunction } from '../findings/subject.ts';
import { compileContents } from './compile-contents.ts';
import type { ContentName } from './contents.ts';
import { unknownTags } from './faults.ts';
import { withoutFeedTags } from './feed-tags.ts';
import { countGaps } from './gaps.ts';
import { judgeGaps } from './judge.ts';
import { readTags } from './tags.ts';
import { tryMails } from './try-mails.ts';
import { unknownVariables, usesOf, type ValueUse } from './uses.ts';

/** Up to so many recipients all are looked at, otherwise `sampled`. */
const fewRecipients = 10_000;
const sampled = 1000;
const maxShown = 10_000;

/** Reports whether every tag and variable can be filled, for whom it stays empty, and for whom no mail can be made. */
export const checkPersonalization = (async (subject: CheckedMailing) => {
  const { tags: all, findings } = readTags(subject.context.content);
  const tags = await withoutFeedTags(subject.db, subject.mailing, all);
  const compiled = await compileContents(subject.context).catch((error) => {
    if (!(error instanceof TemplateError)) throw error;
    findings.push(templateFinding(error));
    return undefined;
  });
  const uses = usesOf(tags, compiled?.liquid);
  findings.push(...unknownTags(subject.context, uses), ...unknownVariables(compiled?.liquid));
  const { errors, empty, findings: gaps } = await lookAtRecipients(subject, uses, compiled);
  findings.push(...gaps);
  return {
    state: stateOf(findings),
    personalizations: uses.slice(0, maxShown).map(({ namespace, field, fallback, conditional }) => ({
      type: xmlText(namespace, 64),
      property_name: xmlText(field, 255),
      ...(fallback === '' ? {} : { fallback_value: xmlText(fallback, 65_535) }),
      occurs_in_conditional_content: conditional,
    })),
    errors,
    empty_count: empty,
    findings,
  };
}) satisfies CheckFunction;

/** Looks at what recipients of the target group would get. */
async function lookAtRecipients(
  subject: CheckedMailing,
  uses: readonly ValueUse[],
  compiled: CompiledTexts<ContentName, Recipient> | undefined,
): Promise<{ errors: number; empty: number; findings: Finding[] }> {
  const { db, mailing } = subject;
  const condition = await targetCondition(db, mailing);
  if (condition === undefined) return { errors: 0, empty: 0, findings: [] };
  const contacts = await reachableContacts(db, mailing.account_id, condition, fewRecipients + 1);
  const looked = contacts.length > fewRecipients ? contacts.slice(0, sampled) : contacts;
  if (looked.length === 0) {
    const message = 'The target group has no contact to which mail can be sent.';
    return { errors: 0, empty: 0, findings: [{ code: 'no_recipients', severity: 'warning', message }] };
  }
  const first = await recipientOf(subject, looked[0]!);
  const recipients = looked.map((contact): Recipient => ({ ...first, contact }));
  const { gaps, withGap } = countGaps(subject.context, uses, recipients);
  const failed = compiled?.liquid && (await tryMails(compiled, recipients.slice(0, sampled)));
  return {
    errors: failed?.errors ?? 0,
    empty: withGap,
    findings: [...judgeGaps(looked.length, gaps, withGap), ...(failed?.findings ?? [])],
  };
}
