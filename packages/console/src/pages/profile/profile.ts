import { facts, section } from '../../components/figures.ts';
import { postForm, selectField, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localMinute } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { type Language, languages } from '../../language.ts';
import type { SelfService } from '../../web/entrance.ts';
import { redirect, respond } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { passwordSavedPage } from '../choose-password.ts';
import { roleNames } from '../people/roles.ts';
import { factorSections } from './factors.ts';

const path = '/console/profile';

/** The person who has signed in: password and sessions. */
export const profilePage = (visit: Visit): Promise<Response> => showProfile(visit);

async function showProfile(visit: Visit, message?: string): Promise<Response> {
  const { self, say } = visit;
  if (self === undefined) return respondPage(visit, { title: say('Profile'), body: withoutUser(visit) });
  const user = await visit.client.users.getOwn().orThrow();
  const body = html`${fault(message)}${section(
    say('You'),
    html`${facts([
      [say('Email address'), user.email],
      [say('Role'), say(roleNames[user.role])],
    ])}${languageForm(visit, user.language)}`,
  )}${section(say('Password'), passwordForm(visit))}${await factorSections(visit, self)}${section(say('Sessions'), await sessionList(visit, self))}`;
  return respondPage(visit, { title: user.name, body }, message === undefined ? 200 : 400);
}

const withoutUser = ({ say }: Visit) =>
  section(
    say('API key'),
    html`<p>${say('You have signed in with an API key, which belongs to no person.')}</p><p>${say.rich('Invite yourself among the <a>people</a> of this account to sign in with a password.', { a: (inner) => html`<a href="/console/people">${inner}</a>` })}</p>`,
  );

const languageForm = (visit: Visit, language: Language): Content =>
  postForm(
    visit,
    `${path}/language`,
    html`${selectField({ label: visit.say('Language'), name: 'language', value: language, options: languages, hint: visit.say('Of the console and of mails to you.') })}<p><button>${visit.say('Save')}</button></p>`,
  );

function passwordForm(visit: Visit): Content {
  const { say } = visit;
  return postForm(
    visit,
    `${path}/password`,
    html`${textField({ label: say('Present password'), name: 'current', type: 'password', required: true, autocomplete: 'current-password' })}
${textField({ label: say('New password'), name: 'next', type: 'password', required: true, autocomplete: 'new-password', hint: say('At least 12 characters. All your sessions end, this one too.') })}
<p><button>${say('Change the password')}</button></p>`,
  );
}

async function sessionList(visit: Visit, self: SelfService): Promise<Content> {
  const { say } = visit;
  const time = (date: Date) => localMinute(visit, date.getTime());
  const end = (id: number) =>
    postForm(visit, `${path}/sessions/${id}/end`, html`<button class="quiet">${say('End')}</button>`, {
      className: 'inline',
    });
  return html`${table(
    say('Sessions'),
    [
      { title: say('Signed in'), cell: ({ openedAt }) => time(openedAt) },
      { title: say('Last request'), cell: ({ seenAt }) => time(seenAt), kind: 'minor' },
      { title: say('Network'), cell: ({ network }) => network ?? '–', kind: 'minor' },
      { title: say('Action'), cell: ({ id, current }) => (current ? say('This session') : end(id)), kind: 'whole' },
    ],
    await self.sessions(),
    say('No sessions.'),
  )}${hint(say('A session ends after an hour without a request, and twelve hours after signing in.'))}`;
}

export async function changeLanguage({ self, form }: Visit): Promise<Response> {
  const language = languages.find(([code]) => code === textOf(form, 'language'))?.[0];
  if (language !== undefined) await self?.changeLanguage(language);
  return redirect(`${path}?done=saved`);
}

export async function changePassword(visit: Visit): Promise<Response> {
  const { self, form, say } = visit;
  if (self === undefined) return showProfile(visit);
  const wrong = await self.changePassword(String(form.get('current') ?? ''), String(form.get('next') ?? ''));
  return wrong === undefined ? respond(passwordSavedPage(say)) : showProfile(visit, wrong(say));
}

export async function endOwnSession({ self, params }: Visit): Promise<Response> {
  await self?.endSession(Number(params.id));
  return redirect(`${path}?done=session-ended`);
}
