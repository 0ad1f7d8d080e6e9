import type { SignUpFormDraft } from '@mailwright/server';
import { type CustomFields, isStandardField, type ProfileField, readContact } from '../../people/index.ts';
import type { Language } from '../../platform/text/language.ts';

/** A contact field and how a form uses it. */
export interface FormField {
  usage: 'asked' | 'topic' | 'given';
  field: ProfileField;
  label: string | null;
  required: boolean;
  /** The value of a given field. */
  value: string | null;
}

export interface FormSettings {
  form: {
    name: string;
    title: string | null;
    language: Language;
    double_opt_in: boolean;
    doi_plus: boolean;
    doi_mailing: string | null;
    origins: string[];
    thanks: string | null;
    thanks_url: string | null;
    hourly_limit: number;
    active: boolean;
  };
  consent: string;
  fields: FormField[];
}

const usualHourlyLimit = 500;

/** Checks a form against the fields of the account. The faults name the parameter, what was wrong, and what is allowed. */
export function readSettings(
  draft: SignUpFormDraft,
  custom: CustomFields,
): { settings: FormSettings; faults: string[] } {
  const { double_opt_in: doubleOptIn = true, doi_plus: doiPlus = false } = draft;
  const faults = readFaults(draft);
  const fields = readFields(draft, custom, faults);
  const form = {
    name: draft.name,
    title: draft.title ?? null,
    language: draft.language ?? 'en',
    double_opt_in: doubleOptIn,
    doi_plus: doiPlus,
    doi_mailing: draft.doi_mailing ?? null,
    // Browsers send origins in this spelling.
    origins: (draft.origins ?? []).map((text) => parseOrigin(text) ?? text),
    thanks: draft.thanks ?? null,
    thanks_url: draft.thanks_url ?? null,
    hourly_limit: draft.hourly_limit ?? usualHourlyLimit,
    active: draft.active ?? true,
  };
  return { settings: { form, consent: draft.consent, fields }, faults };
}

function readFaults({ double_opt_in, doi_plus, doi_mailing, origins = [], thanks_url }: SignUpFormDraft): string[] {
  const faults = origins
    .filter((text) => parseOrigin(text) === undefined)
    .map((text) => `origins must have the form https://www.example.com but was "${text}"`);
  if (double_opt_in === false) {
    if (doi_plus) faults.push('doi_plus=true requires double_opt_in=true');
    if (doi_mailing !== undefined) faults.push('doi_mailing requires double_opt_in=true');
  }
  if (thanks_url !== undefined && !URL.canParse(thanks_url)) {
    faults.push(`thanks_url must be an https URL but was "${thanks_url}"`);
  }
  return faults;
}

function readFields(
  { fields = [], topics = [], values = [] }: SignUpFormDraft,
  custom: CustomFields,
  faults: string[],
): FormField[] {
  const used = new Set<string>();
  const resolve = (parameter: string, name: string): ProfileField | undefined => {
    const field = findField(name, custom);
    if (field === undefined) {
      faults.push(`${parameter}: "${name}" is neither a standard field nor a custom field of the account`);
    } else if (used.has(name)) faults.push(`${parameter}: "${name}" is used twice; a form uses each field once`);
    used.add(name);
    return field;
  };
  return [
    ...fields.flatMap(({ name, label = null, required = false }): FormField[] => {
      const field = resolve('fields', name);
      return field ? [{ usage: 'asked', field, label, required, value: null }] : [];
    }),
    ...topics.flatMap(({ field: name, label }): FormField[] => {
      const field = resolve('topics', name);
      if (field && (field.kind === 'standard' || field.type !== 'boolean')) {
        faults.push(`topics: "${name}" must be a custom field of type boolean`);
      }
      return field ? [{ usage: 'topic', field, label, required: false, value: null }] : [];
    }),
    ...values.flatMap(({ field: name, text }): FormField[] => {
      const field = resolve('values', name);
      if (field) faults.push(...readFieldText(field, text).faults.map((fault) => `values: ${fault}`));
      return field ? [{ usage: 'given', field, label: null, required: false, value: text }] : [];
    }),
  ];
}

function findField(name: string, custom: CustomFields): ProfileField | undefined {
  if (isStandardField(name)) return { kind: 'standard', name };
  const field = custom.get(name);
  return field && { kind: 'custom', name, ...field };
}

/** Reads the text of a field as its type. */
export function readFieldText(field: ProfileField, text: string): ReturnType<typeof readContact> {
  return field.kind === 'standard'
    ? readContact({ standard_fields: [{ name: field.name, value: text }] }, new Map())
    : readContact({ custom_fields: [{ name: field.name, value: text }] }, new Map([[field.name, field]]));
}

/** Returns the origin as browsers spell it, or `undefined` if the text is more than an origin, or none. */
function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.pathname !== '/') return undefined;
  return url.search === '' && url.hash === '' ? url.origin : undefined;
}
