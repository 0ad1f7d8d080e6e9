import { textField, textOf } from '../components/forms.ts';
import { fault } from '../components/notice.ts';
import { timeZoneField } from '../components/time-zones.ts';
import { type Html, html } from '../html.ts';
import type { Entrance } from '../web/entrance.ts';
import { redirect, respond } from '../web/respond.ts';
import type { Visitor } from '../web/sessions.ts';
import type { Say } from '../words.ts';
import { entrancePage } from './sign-in.ts';

/** Page of the link that the service prints: the first person of an account sets it up. Opening it changes nothing. */
export async function showFirst(say: Say, entrance: Entrance, token: string): Promise<Response> {
  const first = await entrance.findFirst(token);
  if (first === undefined) return respond(endedPage(say), 404);
  return respond(firstPage(say, token, { accountName: first.account, timeZone: first.timeZone }));
}

/** Makes the first administrator, who then chooses a password or a passkey. */
export async function createFirst(say: Say, entrance: Entrance, form: FormData, visitor: Visitor): Promise<Response> {
  const token = textOf(form, 'token');
  const entered = {
    name: textOf(form, 'name'),
    email: textOf(form, 'email'),
    accountName: textOf(form, 'account'),
    timeZone: textOf(form, 'time_zone'),
  };
  const made = await entrance.createFirst(token, { ...entered, language: say.language }, visitor);
  if ('token' in made) return redirect(`/console/password?token=${encodeURIComponent(made.token)}`);
  if ((await entrance.findFirst(token)) === undefined) return respond(endedPage(say), 404);
  return respond(firstPage(say, token, entered, made.fault(say)), 400);
}

interface Entered {
  name?: string;
  email?: string;
  accountName: string;
  timeZone: string;
}

const firstPage = (say: Say, token: string, { name, email, accountName, timeZone }: Entered, message?: string): Html =>
  entrancePage(
    say,
    say('Welcome to Mailwright'),
    html`${fault(message)}<p>${say('You become the administrator of this account. On the next page you choose a password or a passkey.')}</p>
<form method="post" action="/console/first"><input type="hidden" name="token" value="${token}">
${textField({ label: say('Your name'), name: 'name', value: name, required: true, maxLength: 200, autocomplete: 'name' })}
${textField({ label: say('Your email address'), name: 'email', type: 'email', value: email, required: true, maxLength: 254, autocomplete: 'email', hint: say('You sign in with it.') })}
${textField({ label: say('Name of the account'), name: 'account', value: accountName, required: true, maxLength: 100, hint: say('Such as the name of your company. Your team and your subscribers see it.') })}
${timeZoneField(say, timeZone, { guess: true })}
<p><button>${say('Go on')}</button></p></form>`,
  );

const endedPage = (say: Say): Html =>
  entrancePage(
    say,
    say('This link is not valid any more'),
    html`<p role="alert">${say('It works once, for a day, and only while the account has no people. The service prints a new one when it is started again.')}</p><p><a class="button main" href="/console">${say('Sign in')}</a></p>`,
  );
