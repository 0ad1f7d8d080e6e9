import { badge, section } from '../../components/figures.ts';
import { postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { languageOf, languages, type Role, roleName, roles, type User } from './roles.ts';

/** Users of the account, and the form that invites others. */
export const peopleList = (visit: Visit): Promise<Response> => showList(visit);

async function showList(visit: Visit, message?: string): Promise<Response> {
  const { client, form } = visit;
  const users = await client.users.list().orThrow();
  const rows = table<User>(
    'People',
    [
      { title: 'Name', cell: ({ id, name }) => html`<a href="/console/people/${id}">${name}</a>` },
      { title: 'Email address', cell: ({ email }) => email, kind: 'minor' },
      { title: 'Role', cell: ({ role }) => roleName(role), kind: 'whole' },
      { title: 'State', cell: stateBadge, kind: 'whole' },
      { title: 'Last seen', cell: ({ seen }) => (seen ? localTime(visit, seen) : '–'), kind: 'minor' },
    ],
    users,
    'Nobody was invited yet: so far, only API keys open this account.',
  );
  const invite = postForm(
    visit,
    '/console/people',
    html`${textField({ label: 'Name', name: 'name', value: textOf(form, 'name'), required: true, maxLength: 200 })}
${textField({ label: 'Email address', name: 'email', type: 'email', value: textOf(form, 'email'), required: true, maxLength: 254 })}
${selectField({ label: 'Role', name: 'role', value: textOf(form, 'role') || 'editor', options: roles })}
${selectField({ label: 'Language of mails', name: 'language', value: textOf(form, 'language') || 'en', options: languages })}
<p><button>Send an invitation</button></p>`,
  );
  const body = html`${fault(message)}${section('People', rows)}${section('Invite somebody', invite, { id: 'invite' })}`;
  return respondPage(visit, { title: 'People', body }, message === undefined ? 200 : 400);
}

export const stateBadge = ({ state }: Pick<User, 'state'>): Content => {
  if (state === 'active') return badge('Active', 'good');
  return state === 'invited' ? badge('Invited', 'busy') : badge('Disabled', 'bad');
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
