import type { Client } from '@mailwright/client';
import { fieldPart, optionLabel, switchPart } from '../../components/conflict.ts';
import { textOf } from '../../components/forms.ts';
import type { FormPart } from '../../web/conflicts.ts';
import type { Say, Words } from '../../words.ts';
import { languages } from './list.ts';

export type Draft = Parameters<Client['signUpForms']['create']>[0]['body'];

/** What the page of a form changes. Topics, values and labels of fields are settings of the API, and stay. */
export function readDraft(form: FormData, before: Draft): Draft {
  const text = (name: string) => textOf(form, name);
  const asked = [...form]
    .filter(([name, value]) => name.startsWith('field-') && (value === 'optional' || value === 'required'))
    .map(([name, value]) => ({ name: name.slice('field-'.length), required: value === 'required' }));
  const labels = new Map((before.fields ?? []).map(({ name, label }) => [name, label]));
  const fields = asked.map((field) => {
    const label = labels.get(field.name);
    return label === undefined ? field : { ...field, label };
  });
  const origins = text('origins').split(/\s+/).filter(Boolean);
  const { topics, values } = before;
  return {
    name: text('name'),
    consent: String(form.get('consent') ?? '')
      .replaceAll('\r\n', '\n')
      .trim(),
    language: (text('language') || 'en') as Draft['language'],
    fields,
    origins,
    double_opt_in: form.get('double_opt_in') === 'yes',
    doi_plus: form.get('doi_plus') === 'yes',
    active: form.get('active') === 'yes',
    ...(text('hourly_limit') !== '' && { hourly_limit: Number(text('hourly_limit')) }),
    ...optional('title', text('title')),
    ...optional('doi_mailing', text('doi_mailing')),
    ...optional('thanks', text('thanks')),
    ...optional('thanks_url', text('thanks_url')),
    ...(topics && { topics }),
    ...(values && { values }),
  };
}

export type Names = readonly (readonly [name: string, label: string])[];

/** Whether a form asks for a field: empty, `optional` or `required`. */
export function askedOf(draft: Draft, name: string): string {
  const field = draft.fields?.find((each) => each.name === name);
  return field === undefined ? '' : field.required ? 'required' : 'optional';
}

/** Parts of a form that people can choose between. */
export function partsOf(
  say: Say,
  draft: Draft,
  names: Names,
  asked: readonly (readonly [value: string, label: Words])[],
): FormPart[] {
  const asking = say.options(asked);
  return [
    fieldPart(say('Name'), 'name', draft.name),
    fieldPart(say('Heading of the page'), 'title', draft.title),
    fieldPart(
      say('Language of the page'),
      'language',
      draft.language,
      optionLabel(say.options(languages), draft.language),
    ),
    fieldPart(
      say('Sign-ups per hour'),
      'hourly_limit',
      draft.hourly_limit === undefined ? '' : String(draft.hourly_limit),
    ),
    switchPart(say, say('People can sign up'), 'active', draft.active !== false),
    fieldPart(say('What people agree to'), 'consent', draft.consent),
    switchPart(say, say('People confirm by mail (double opt-in)'), 'double_opt_in', draft.double_opt_in !== false),
    switchPart(say, say('They also agree to personal tracking'), 'doi_plus', draft.doi_plus === true),
    fieldPart(say('Confirmation mailing'), 'doi_mailing', draft.doi_mailing),
    ...names.map(([name, label]) =>
      fieldPart(label, `field-${name}`, askedOf(draft, name), optionLabel(asking, askedOf(draft, name))),
    ),
    fieldPart(say('Text after the sign-up'), 'thanks', draft.thanks),
    fieldPart(say('Or redirect to'), 'thanks_url', draft.thanks_url),
    fieldPart(say('Websites that may embed this form'), 'origins', draft.origins?.join('\n')),
  ];
}

const optional = <Name extends string>(name: Name, value: string) =>
  (value === '' ? {} : { [name]: value }) as Partial<Record<Name, string>>;

export const emptyDraft: Draft = {
  name: '',
  consent: '',
  language: 'en',
  fields: [],
  origins: [],
  double_opt_in: true,
  doi_plus: false,
  active: true,
  hourly_limit: 500,
};
