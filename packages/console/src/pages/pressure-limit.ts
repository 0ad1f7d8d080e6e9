import type { PressureLimit } from '@mailwright/client';
import { fieldPart, seenField } from '../components/conflict.ts';
import { postForm, textField, textOf, typedOr } from '../components/forms.ts';
import { hint } from '../components/notice.ts';
import { pressureLabels } from '../faults/fields.ts';
import { type Content, html } from '../html.ts';
import type { FormPart } from '../web/conflicts.ts';
import type { Visit } from '../web/routes.ts';
import type { Say } from '../words.ts';

/** Texts of the fields; no number of newsletters for no limit. */
interface PressureTexts {
  mails: string;
  days: string;
}

/** Days that are proposed where there is no limit. */
const usualDays = '30';

/** A limit as texts of fields. */
export const pressureTexts = (limit: PressureLimit | undefined): PressureTexts =>
  limit === undefined ? { mails: '', days: usualDays } : { mails: String(limit.mails), days: String(limit.days) };

/** What was entered. */
export const enteredPressure = (form: FormData): PressureTexts => ({
  mails: textOf(form, 'mails'),
  days: textOf(form, 'days') || usualDays,
});

/** The limit that texts of fields ask for. */
export const toPressureLimit = ({ mails, days }: PressureTexts): PressureLimit => ({
  mails: mails === '' ? 0 : Number(mails),
  days: Number(days),
});

/** The fields by name, for the question what to keep if somebody else has changed them. */
export const pressureParts = (say: Say, { mails, days }: PressureTexts): FormPart[] => [
  fieldPart(say(pressureLabels.mails), 'mails', mails),
  fieldPart(say(pressureLabels.days), 'days', days),
];

/** How many newsletters a contact may get. */
export function pressureForm(visit: Visit, action: string, limit: PressureLimit | undefined): Content {
  const { say } = visit;
  const stored = pressureTexts(limit);
  const field = (name: keyof PressureTexts, note?: string) =>
    textField({
      label: say(pressureLabels[name]),
      name,
      type: 'number',
      value: typedOr(visit, action, name, stored[name]),
      ...(note !== undefined && { hint: note }),
    });
  return postForm(
    visit,
    action,
    html`${hint(say('Newsletters leave out contacts who got so many already. Automatic mailings, confirmations and transactional mails are not counted, and always sent.'))}${seenField(visit, action, pressureParts(say, stored))}<div class="fields">${field('mails', say('Leave it empty for no limit.'))}${field('days')}</div><p><button class="quiet">${say('Save')}</button></p>`,
  );
}
