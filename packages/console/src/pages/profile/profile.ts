import { facts, section } from '../../components/figures.ts';
import { postForm, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localMinute } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import type { SelfService } from '../../web/entrance.ts';
import { redirect, respond } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { passwordSavedPage } from '../choose-password.ts';
import { roleName } from '../people/roles.ts';
import { factorSections } from './factors.ts';

const path = '/console/profile';

/** The person who has signed in: password and sessions. */
export const profilePage = (visit: Visit): Promise<Response> => showProfile(visit);

async function showProfile(visit: Visit, message?: string): Promise<Response> {
  const { self } = visit;
  if (self === undefined) return respondPage(visit, { title: 'Profile', body: withoutUser });
  const user = await visit.client.users.getOwn().orThrow();
  const body = html`${fault(message)}${section(
    'You',
    facts([
      ['Email address', user.email],
      ['Role', roleName(user.role)],
    ]),
  )}${section('Password', passwordForm(visit))}${await factorSections(visit, self)}${section('Sessions', await sessionList(visit, self))}`;
  return respondPage(visit, { title: user.name, body }, message === undefined ? 200 : 400);
}

const withoutUser = section(
  'API key',
  html`<p>You have signed in with an API key, which belongs to no person.</p><p>Invite yourself among the <a href="/console/people">people</a> of this account to sign in with a password.</p>`,
);

const passwordForm = (visit: Visit): Content =>
  postForm(
    visit,
    `${path}/password`,
    html`${textField({ label: 'Present password', name: 'current', type: 'password', required: true, autocomplete: 'current-password' })}
${textField({ label: 'New password', name: 'next', type: 'password', required: true, autocomplete: 'new-password', hint: 'At least 12 characters. All your sessions end, this one too.' })}
<p><button>Change the password</button></p>`,
  );

async function sessionList(visit: Visit, self: SelfService): Promise<Content> {
  const time = (date: Date) => localMinute(visit, date.getTime());
  const end = (id: number) =>
    postForm(visit, `${path}/sessions/${id}/end`, html`<button class="quiet">End</button>`, { className: 'inline' });
  return html`${table(
    'Sessions',
    [
      { title: 'Signed in', cell: ({ openedAt }) => time(openedAt) },
      { title: 'Last request', cell: ({ seenAt }) => time(seenAt), kind: 'minor' },
      { title: 'Network', cell: ({ network }) => network ?? '–', kind: 'minor' },
      { title: 'Action', cell: ({ id, current }) => (current ? 'This session' : end(id)), kind: 'whole' },
    ],
    await self.sessions(),
    'No sessions.',
  )}${hint('A session ends after an hour without a request, and twelve hours after signing in.')}`;
}

export async function changePassword(visit: Visit): Promise<Response> {
  const { self, form } = visit;
  if (self === undefined) return showProfile(visit);
  const message = await self.changePassword(String(form.get('current') ?? ''), String(form.get('next') ?? ''));
  return message === undefined ? respond(passwordSavedPage(visit.say)) : showProfile(visit, message);
}

export async function endOwnSession({ self, params }: Visit): Promise<Response> {
  await self?.endSession(Number(params.id));
  return redirect(`${path}?done=session-ended`);
}
