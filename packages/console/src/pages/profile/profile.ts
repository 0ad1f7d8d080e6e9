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
import { type Words, words } from '../../words.ts';
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
  )}${section(say('Mails about your work'), mailsForm(visit, user.outcome_mails), { id: 'mails' })}${section(say('Password'), passwordForm(visit))}${await factorSections(visit, self)}${section(say('Sessions'), await sessionList(visit, self))}`;
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

type Mails = Awaited<ReturnType<ReturnType<Visit['client']['users']['getOwn']>['orThrow']>>['outcome_mails'];
type Choice = Mails[keyof Mails];

/** Work whose end users can be told of. */
const mailKinds: readonly (readonly [kind: keyof Mails, label: Words])[] = [
  ['sendout', words('Mailings')],
  ['import', words('Imports')],
  ['test', words('Test mails')],
  ['approval', words('Requests for approval')],
  ['form', words('Sign-up forms')],
  ['program', words('Automation')],
];

const choices: readonly (readonly [choice: Choice, label: Words])[] = [
  ['all', words('When they end')],
  ['failures', words('Only if something goes wrong')],
  ['none', words('Never')],
];

/** About which of the person's work there are mails. */
function mailsForm(visit: Visit, chosen: Mails): Content {
  const { say } = visit;
  const fields = mailKinds.map(([kind, label]) =>
    selectField({
      label: say(label),
      name: kind,
      value: chosen[kind],
      options: say.options(choices),
    }),
  );
  return postForm(
    visit,
    `${path}/mails`,
    html`<div class="fields">${fields}</div>${hint(say('You get mails about what you have started. If a mailing was not sent, everybody who may send gets one.'))}<p><button>${say('Save')}</button></p>`,
  );
}

export async function changeMails({ self, form }: Visit): Promise<Response> {
  const chosen = mailKinds.flatMap(([kind]) => {
    const choice = choices.find(([each]) => each === textOf(form, kind))?.[0];
    return choice === undefined ? [] : [[kind, choice] as const];
  });
  await self?.changeMails(Object.fromEntries(chosen));
  return redirect(`${path}?done=saved`);
}

function passwordForm(visit: Visit): Content {
  const { say } = visit;
  return postForm(
    visit,
    `${path}/password`,
    html`${textField({ label: say('Current password'), name: 'current', type: 'password', required: true, autocomplete: 'current-password' })}
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
