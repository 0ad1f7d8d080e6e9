import { badge, section } from '../../components/figures.ts';
import { postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { languages } from '../../language.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { languageOf, type Role, roleNames, roles, type User } from './roles.ts';

/** Users of the account, and the form that invites others. */
export const peopleList = (visit: Visit): Promise<Response> => showList(visit);

async function showList(visit: Visit, message?: string): Promise<Response> {
  const { client, form, say } = visit;
  const users = await client.users.list().orThrow();
  const rows = table<User>(
    say('People'),
    [
      { title: say('Name'), cell: ({ id, name }) => html`<a href="/console/people/${id}">${name}</a>` },
      { title: say('Email address'), cell: ({ email }) => email, kind: 'minor' },
      { title: say('Role'), cell: ({ role }) => say(roleNames[role]), kind: 'whole' },
      { title: say('State'), cell: (user) => stateBadge(say, user), kind: 'whole' },
      { title: say('Last seen'), cell: ({ seen }) => (seen ? localTime(visit, seen) : '–'), kind: 'minor' },
    ],
    users,
    say.rich('So far, only API keys open this account. <a>Invite the first person.</a>', {
      a: (inner) => html`<a href="#invite">${inner}</a>`,
    }),
  );
  const invite = postForm(
    visit,
    '/console/people',
    html`${textField({ label: say('Name'), name: 'name', value: textOf(form, 'name'), required: true, maxLength: 200 })}
${textField({ label: say('Email address'), name: 'email', type: 'email', value: textOf(form, 'email'), required: true, maxLength: 254 })}
${selectField({ label: say('Role'), name: 'role', value: textOf(form, 'role') || 'editor', options: say.options(roles) })}
${selectField({ label: say('Language'), name: 'language', value: textOf(form, 'language') || 'en', options: languages })}
<p><button>${say('Send an invitation')}</button></p>`,
  );
  const body = html`${fault(message)}${section(say('People'), rows)}${section(say('Invite somebody'), invite, { id: 'invite' })}`;
  return respondPage(visit, { title: say('People'), body }, message === undefined ? 200 : 400);
}

export const stateBadge = (say: Say, { state }: Pick<User, 'state'>): Content => {
  if (state === 'active') return badge(say('Active'), 'good');
  return state === 'invited' ? badge(say('Invited'), 'busy') : badge(say('Disabled'), 'bad');
};

export async function invite(visit: Visit): Promise<Response> {
  const { client, form } = visit;
  const body = {
    name: textOf(form, 'name'),
    email: textOf(form, 'email'),
    role: textOf(form, 'role') as Role,
    ...languageOf(form),
  };
  const invited = await attempt(client.users.invite({ body }).orThrow());
  return 'fault' in invited ? showList(visit, invited.fault) : redirect('/console/people?done=invited');
}
