import type { Client } from '@mailwright/client';
import { badge } from '../../components/figures.ts';
import { pageButton, pageLink } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { table } from '../../components/tables.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Say, words } from '../../words.ts';

export type SignUpForm = Awaited<ReturnType<ReturnType<Client['signUpForms']['get']>['orThrow']>>;

/** Languages of the page of a form. */
export const languages = [
  ['en', words('English')],
  ['de', words('German')],
  ['es', words('Spanish')],
  ['fr', words('French')],
] as const;

export const activeBadge = (say: Say, active: boolean | undefined) =>
  active ? badge(say('On'), 'good') : badge(say('Off'));

/** Forms with which people sign up. */
export async function formList(visit: Visit): Promise<Response> {
  const { client, say } = visit;
  const forms = await client.signUpForms.list({}).orThrow();
  const list = table<SignUpForm>(
    say('Sign-up forms'),
    [
      { title: say('Name'), cell: ({ id, name }) => html`<a href="/console/forms/${id}">${name}</a>` },
      { title: say('State'), cell: ({ active }) => activeBadge(say, active) },
      { title: say('Language'), cell: ({ language }) => languageLabel(say, language), kind: 'minor' },
      {
        title: say('Double opt-in'),
        cell: ({ double_opt_in }) => (double_opt_in ? say('Yes') : say('No')),
        kind: 'minor',
      },
      {
        title: say('Consent'),
        cell: ({ consent_version }) => say('Version {version}', { version: consent_version }),
        kind: 'minor',
      },
    ],
    forms,
    say.rich('With a form on your website, people subscribe by themselves. <a>Create the first one.</a>', {
      a: pageLink(visit, '/console/forms/new'),
    }),
  );
  const actions = pageButton(visit, say('Create a form'), '/console/forms/new', 'main');
  return respondPage(visit, { title: say('Sign-up forms'), actions, body: html`<section>${list}</section>` });
}

export function languageLabel(say: Say, language = 'en'): string {
  const label = languages.find(([value]) => value === language)?.[1];
  return label === undefined ? language : say(label);
}
