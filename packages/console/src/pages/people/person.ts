import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { facts, section } from '../../components/figures.ts';
import { postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import { languages } from '../../language.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { words } from '../../words.ts';
import { stateBadge } from './list.ts';
import { languageOf, type Role, roles, type User } from './roles.ts';

const path = '/console/people';

/** A user: role, state, sessions. */
export const userPage = (visit: Visit): Promise<Response> => showUser(visit);

async function showUser(visit: Visit, message?: string): Promise<Response> {
  const { client, params, say } = visit;
  const userId = Number(params.id);
  const [users, sessions] = await Promise.all([
    client.users.list().orThrow(),
    client.users.listSessions({ userId }).orThrow(),
  ]);
  const user = users.find(({ id }) => id === userId)!;
  const own = `${path}/${userId}`;
  const edit = postForm(
    visit,
    own,
    html`${textField({ label: say('Name'), name: 'name', value: user.name, required: true, maxLength: 200 })}
${selectField({ label: say('Role'), name: 'role', value: user.role, options: say.options(roles) })}
${selectField({ label: say('Language'), name: 'language', value: user.language, options: languages })}
${user.state !== 'invited' && selectField({ label: say('State'), name: 'state', value: user.state, options: say.options(states) })}
<p><button>${say('Save')}</button></p>`,
  );
  const open = table(
    say('Sessions'),
    [
      { title: say('Signed in'), cell: ({ opened }) => localTime(visit, opened) },
      { title: say('Last request'), cell: ({ seen }) => localTime(visit, seen) },
      { title: say('Network'), cell: ({ network }) => network ?? '–', kind: 'minor' },
    ],
    sessions,
    say('No open sessions.'),
  );
  const body = html`${fault(message)}${section(
    say('Access'),
    html`${facts([
      [say('Email address'), user.email],
      [say('State'), stateBadge(say, user)],
      [say('Two-factor authentication'), user.second_factor ? say('On') : say('Off')],
    ])}${edit}${hint(say('A new role or state ends the sessions of the person.'))}`,
  )}${section(
    say('Sessions'),
    html`${open}${sessions.length > 0 && postForm(visit, `${own}/sessions`, html`<p><button class="quiet">${say('End all sessions')}</button></p>`)}`,
  )}${section(say('Remove'), remove(visit, user))}`;
  const parent = { label: say('People'), path };
  return respondPage(visit, { title: user.name, parent, body }, message === undefined ? 200 : 400);
}

const states = [
  ['active', words('Active')],
  ['disabled', words('Disabled: cannot sign in')],
] as const;

const remove = (visit: Visit, { id, email }: User) =>
  typedConfirmation(visit, {
    action: `${path}/${id}/remove`,
    label: visit.say('Remove'),
    explanation: visit.say('The person cannot sign in any more. What the person has made stays.'),
    phrase: email,
  });

export async function changeUser(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const state = textOf(form, 'state') as 'active' | 'disabled' | '';
  const body = {
    name: textOf(form, 'name'),
    role: textOf(form, 'role') as Role,
    ...languageOf(form),
    ...(state !== '' && { state }),
  };
  const changed = await attempt(client.users.update({ userId: Number(params.id), body }).orThrow());
  return 'fault' in changed ? showUser(visit, changed.fault) : redirect(`${path}/${params.id}?done=saved`);
}

export async function endSessions({ client, params }: Visit): Promise<Response> {
  await client.users.revokeSessions({ userId: Number(params.id) }).orThrow();
  return redirect(`${path}/${params.id}?done=sessions-ended`);
}

export async function removeUser(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const userId = Number(params.id);
  const user = (await client.users.list().orThrow()).find(({ id }) => id === userId);
  if (user !== undefined && !isConfirmed(form, 'remove', user.email))
    return showUser(visit, say('Nobody was removed: what you typed is not “{phrase}”.', { phrase: user.email }));
  const removed = await attempt(client.users.remove({ userId }).orThrow());
  return 'fault' in removed ? showUser(visit, removed.fault) : redirect(`${path}?done=removed`);
}
