import { type EmailAddress, parseEmail } from '../../platform/text/email.ts';
import { type FormField, readFieldText } from '../forms/settings.ts';
import type { SignUpForm } from '../forms/store.ts';

/** Validated values of a submitted form. */
export interface Answers {
  email: EmailAddress;
  standardFields: Record<string, string>;
  /** By the ids of the fields. */
  customFields: Record<string, string | number | boolean>;
}

/**
 * Reads what was entered.
 * @param textOf the text of a field, trimmed; undefined when it was not sent
 * @returns the answers, or what is wrong: the fields, and `email` or `consent`
 */
export function readAnswers(
  form: Pick<SignUpForm, 'fields'>,
  entered: { email: string; consent: boolean; textOf(field: FormField): string | undefined },
): { answers: Answers } | { wrong: Set<FormField | 'email' | 'consent'> } {
  const wrong = new Set<FormField | 'email' | 'consent'>();
  const email = parseEmail(entered.email);
  if (email === undefined) wrong.add('email');
  if (!entered.consent) wrong.add('consent');
  const answers: Omit<Answers, 'email'> = { standardFields: {}, customFields: {} };
  for (const used of form.fields) {
    const text = textFor(used, entered.textOf);
    if (text === '') {
      if (used.required) wrong.add(used);
      continue;
    }
    const { change, faults } = readFieldText(used.field, text);
    if (faults.length > 0) wrong.add(used);
    Object.assign(answers.standardFields, change.standardFields);
    Object.assign(answers.customFields, change.customFields);
  }
  return email && wrong.size === 0 ? { answers: { email, ...answers } } : { wrong };
}

/** Text that a field gets; empty if it gets none. Topics that were not chosen are not taken away. */
function textFor(used: FormField, textOf: (field: FormField) => string | undefined): string {
  if (used.usage === 'given') return used.value!;
  const text = textOf(used) ?? '';
  if (used.usage === 'asked') return text;
  return text === 'true' || text === 'on' || text === '1' ? 'true' : '';
}
