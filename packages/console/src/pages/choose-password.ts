import { textField } from '../components/forms.ts';
import { fault } from '../components/notice.ts';
import { type Html, html } from '../html.ts';
import { passkeyScripts } from '../web/assets.ts';
import type { Say } from '../words.ts';
import { entrancePage } from './sign-in.ts';

/** Form for the password of an invitation or a reset. Opening it changes nothing. */
export const choosePasswordPage = (
  say: Say,
  token: string,
  { email, name, isInvitation }: { email: string; name: string; isInvitation: boolean },
  message?: string,
): Html =>
  entrancePage(
    say,
    say('Choose a password'),
    html`${fault(message)}<p>${say.rich('For {name}, who signs in as <b>{email}</b>.', { name, email })}</p><form method="post" action="/console/password">
<input type="hidden" name="token" value="${token}"><input type="hidden" name="username" value="${email}" autocomplete="username">
${textField({ label: say('New password'), name: 'password', type: 'password', required: true, autocomplete: 'new-password', hint: say('At least 12 characters; a few words that do not belong together are good.') })}
<p><button>${say('Save the password')}</button></p></form>${isInvitation && passkeyForm(say, token)}`,
  );

/** Accepts an invitation without a password, in browsers that can. */
const passkeyForm = (say: Say, token: string): Html =>
  html`<div data-passkeys hidden><form method="post" action="/console/password" data-passkey="/console/password/passkey"><input type="hidden" name="token" value="${token}"><input type="hidden" name="response">
<p>${say('Or sign in by fingerprint, face or PIN, without a password.')}</p><p><button class="quiet">${say('Use a passkey')}</button></p><p role="alert" class="notice bad" hidden></p></form></div>${passkeyScripts(say)}`;

export const passkeySavedPage = (say: Say): Html =>
  entrancePage(
    say,
    say('Your passkey is ready'),
    html`<p role="status">${say('You can sign in with it from now on.')}</p><p><a class="button main" href="/console">${say('Sign in')}</a></p>`,
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
    say('Check your inbox'),
    html`<p role="status">${say('If somebody signs in with this address, a mail with a link is on its way. The link is valid for an hour.')}</p><p><a href="/console">${say('Back to sign in')}</a></p>`,
  );

/** @param isFirst whether there was none before, so that nobody was signed in with it */
export const passwordSavedPage = (say: Say, isFirst = false): Html =>
  entrancePage(
    say,
    say('The password was saved'),
    html`<p role="status">${isFirst ? say('You can sign in with it now.') : say('You can sign in with it now. All earlier sessions have ended.')}</p><p><a class="button main" href="/console">${say('Sign in')}</a></p>`,
  );
