import type { Client } from '@mailwright/client';
import { fieldPart, seenField } from '../components/conflict.ts';
import { postForm, textField, textOf, typedOr } from '../components/forms.ts';
import { hint } from '../components/notice.ts';
import { sendoutLimits } from '../faults/fields.ts';
import { type Content, html } from '../html.ts';
import type { FormPart } from '../web/conflicts.ts';
import type { Visit } from '../web/routes.ts';
import type { Say, Words } from '../words.ts';

type Limits = NonNullable<Awaited<ReturnType<ReturnType<Client['account']['getInfo']>['orThrow']>>['sendout_limits']>;
type LimitName = keyof Limits;

const labels: Record<LimitName, Words> = sendoutLimits;
const names = Object.keys(labels) as LimitName[];

/** The fields by name, for the question what to keep if somebody else has changed them. */
export const limitParts = (say: Say, values: Readonly<Partial<Record<LimitName, string>>>): FormPart[] =>
  names.map((name) => fieldPart(say(labels[name]), name, values[name] ?? ''));

/** Limits as texts of fields. */
export const limitTexts = (limits: Limits): Partial<Record<LimitName, string>> =>
  Object.fromEntries(names.map((name) => [name, String(limits[name] ?? '')]));

/** What was entered. */
export const enteredLimits = (form: FormData): Record<LimitName, string> =>
  Object.fromEntries(names.map((name) => [name, textOf(form, name).replace(',', '.')])) as Record<LimitName, string>;

/** Limits of which only those are changed that have a number. */
export const toLimits = (texts: Readonly<Record<LimitName, string>>): Limits =>
  Object.fromEntries(names.filter((name) => texts[name] !== '').map((name) => [name, Number(texts[name])]));

/** When mailings that are being sent warn, and pause by themselves. */
export function limitForm(visit: Visit, action: string, limits: Limits): Content {
  const { say } = visit;
  const stored = limitTexts(limits);
  const field = (name: LimitName) =>
    textField({
      label: say(labels[name]),
      name,
      value: typedOr(visit, action, name, stored[name] ?? ''),
      required: true,
    });
  return postForm(
    visit,
    action,
    html`${hint(say('A mailing that is being sent pauses by itself when too much goes wrong, and waits until somebody resumes it. Large mailbox providers expect fewer than 0.1 percent of mails reported as spam, and never 0.3.'))}${seenField(visit, action, limitParts(say, stored))}<div class="fields">${names.map(field)}</div><p><button class="quiet">${say('Save')}</button></p>`,
  );
}
