import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { FormField } from './settings.ts';
import type { SignUpForm } from './store.ts';

/** Returns the address of the page where people sign up. */
export const formUrl = (publicUrl: string, { token }: Pick<SignUpForm, 'token'>): string =>
  `${publicUrl}/forms/${token}`;

/** A form as documents show it. */
export function formDocument(form: SignUpForm, publicUrl: string) {
  const { id, name, title, language, consent, consent_version, double_opt_in, doi_plus, doi_mailing } = form;
  const { thanks, thanks_url } = form;
  const used = (usage: FormField['usage']) => form.fields.filter((field) => field.usage === usage);
  return {
    id,
    url: formUrl(publicUrl, form),
    name,
    ...(title !== null && { title }),
    language,
    fields: used('asked').map(({ field, label, required }) => ({
      name: field.name,
      ...(label !== null && { label }),
      required,
    })),
    topics: used('topic').map(({ field, label }) => ({ field: field.name, label: label! })),
    values: used('given').map(({ field, value }) => ({ field: field.name, text: value! })),
    consent,
    consent_version,
    double_opt_in,
    doi_plus,
    ...(doi_mailing !== null && { doi_mailing }),
    origins: form.origins,
    ...(thanks !== null && { thanks }),
    ...(thanks_url !== null && { thanks_url }),
    hourly_limit: form.hourly_limit,
    active: form.active,
    created: formatSqlDateTime(form.created_at),
  };
}
