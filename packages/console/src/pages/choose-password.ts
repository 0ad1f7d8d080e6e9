import { textField } from '../components/forms.ts';
import { fault } from '../components/notice.ts';
import { type Html, html } from '../html.ts';
import { entrancePage } from './sign-in.ts';

/** Form for the password of an invitation or a reset. Opening it changes nothing. */
export const choosePasswordPage = (
  token: string,
  { email, name }: { email: string; name: string },
  message?: string,
): Html =>
  entrancePage(
    'Choose a password',
    html`${fault(message)}<p>For ${name}, who signs in as <b>${email}</b>.</p><form method="post" action="/console/password">
<input type="hidden" name="token" value="${token}"><input type="hidden" name="username" value="${email}" autocomplete="username">
${textField({ label: 'New password', name: 'password', type: 'password', required: true, autocomplete: 'new-password', hint: 'At least 12 characters; a few words that do not belong together are good.' })}
<p><button>Save the password</button></p></form>`,
  );

export const linkEndedPage = (): Html =>
  entrancePage(
    'This link is not valid any more',
    html`<p role="alert">Links work once and end after some time. Ask for a <a href="/console/forgotten">new password</a>, or an administrator for another invitation.</p>`,
  );

export const forgottenPage = (): Html =>
  entrancePage(
    'Forgotten the password',
    html`<form method="post" action="/console/forgotten">${textField({ label: 'Email address', name: 'email', type: 'email', required: true, autocomplete: 'username' })}<p class="row"><button>Send a link</button> <a href="/console">Back</a></p></form>`,
  );

export const resetSentPage = (): Html =>
  entrancePage(
    'Look into your mailbox',
    html`<p role="status">If a user has this address, a mail with a link is on its way. The link is valid for an hour.</p><p><a href="/console">Back to sign in</a></p>`,
  );

export const passwordSavedPage = (): Html =>
  entrancePage(
    'The password was saved',
    html`<p role="status">You can sign in with it now. All earlier sessions have ended.</p><p><a class="button main" href="/console">Sign in</a></p>`,
  );
