import type { Client } from '@mailwright/client';
import { badge } from '../../components/figures.ts';
import { linkButton } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { table } from '../../components/tables.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';

export type SignUpForm = Awaited<ReturnType<ReturnType<Client['signUpForms']['get']>['orThrow']>>;

export const activeBadge = (active: boolean | undefined) => (active ? badge('On', 'good') : badge('Off'));

/** Forms with which people sign up. */
export async function formList(visit: Visit): Promise<Response> {
  const forms = await visit.client.signUpForms.list({}).orThrow();
  const list = table<SignUpForm>(
    'Sign-up forms',
    [
      { title: 'Name', cell: ({ id, name }) => html`<a href="/console/forms/${id}">${name}</a>` },
      { title: 'State', cell: ({ active }) => activeBadge(active) },
      { title: 'Language', cell: ({ language }) => languageLabel(language), kind: 'minor' },
      { title: 'Double opt-in', cell: ({ double_opt_in }) => (double_opt_in ? 'Yes' : 'No'), kind: 'minor' },
      { title: 'Consent', cell: ({ consent_version }) => `Version ${consent_version}`, kind: 'minor' },
    ],
    forms,
    html`There are no sign-up forms yet. <a href="/console/forms/new">Create the first one.</a>`,
  );
  const actions = linkButton('Create a form', '/console/forms/new', 'main');
  return respondPage(visit, { title: 'Sign-up forms', actions, body: html`<section>${list}</section>` });
}

export const languages = [
  ['en', 'English'],
  ['de', 'German'],
  ['es', 'Spanish'],
  ['fr', 'French'],
] as const;
export const languageLabel = (language = 'en') => languages.find(([value]) => value === language)?.[1] ?? language;
