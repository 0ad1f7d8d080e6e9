import type { Client } from '@mailwright/client';
import { textOf } from '../../components/forms.ts';

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
