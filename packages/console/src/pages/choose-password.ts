import { textField } from '../components/forms.ts';
import { fault } from '../components/notice.ts';
import { type Html, html } from '../html.ts';
import type { Say } from '../words.ts';
import { entrancePage } from './sign-in.ts';

/** Form for the password of an invitation or a reset. Opening it changes nothing. */
export const choosePasswordPage = (
  say: Say,
  token: string,
  { email, name }: { email: string; name: string },
  message?: string,
): Html =>
  entrancePage(
    say,
    say('Choose a password'),
    html`${fault(message)}<p>${say.rich('For {name}, who signs in as <b>{email}</b>.', { name, email })}</p><form method="post" action="/console/password">
<input type="hidden" name="token" value="${token}"><input type="hidden" name="username" value="${email}" autocomplete="username">
${textField({ label: say('New password'), name: 'password', type: 'password', required: true, autocomplete: 'new-password', hint: say('At least 12 characters; a few words that do not belong together are good.') })}
<p><button>${say('Save the password')}</button></p></form>`,
  );

export const linkEndedPage = (say: Say): Html =>
  entrancePage(
    say,
    say('This link is not valid any more'),
    html`<p role="alert">${say.rich('Links work once and end after some time. Ask for a <a>new password</a>, or an administrator for another invitation.', { a: (inner) => html`<a href="/console/forgotten">${inner}</a>` })}</p>`,
  );

export const forgottenPage = (say: Say): Html =>
  entrancePage(
    say,
    say('Forgotten the password'),
    html`<form method="post" action="/console/forgotten">${textField({ label: say('Email address'), name: 'email', type: 'email', required: true, autocomplete: 'username' })}<p class="row"><button>${say('Send a link')}</button> <a href="/console">${say('Back')}</a></p></form>`,
  );

export const resetSentPage = (say: Say): Html =>
  entrancePage(
    say,
    say('Look into your mailbox'),
    html`<p role="status">${say('If a user has this address, a mail with a link is on its way. The link is valid for an hour.')}</p><p><a href="/console">${say('Back to sign in')}</a></p>`,
  );

export const passwordSavedPage = (say: Say): Html =>
  entrancePage(
    say,
    say('The password was saved'),
    html`<p role="status">${say('You can sign in with it now. All earlier sessions have ended.')}</p><p><a class="button main" href="/console">${say('Sign in')}</a></p>`,
  );
