import { textField } from '../components/forms.ts';
import { document } from '../components/layout.ts';
import { fault } from '../components/notice.ts';
import { type Content, type Html, html } from '../html.ts';
import { passkeyScripts } from '../web/assets.ts';
import type { AccountChoice } from '../web/entrance.ts';
import { type Say, words } from '../words.ts';

interface SignInPage {
  /** Whether users can sign in, beside holders of API keys. */
  forUsers: boolean;
  /** Name of the provider at which people may sign in. */
  provider?: string | undefined;
  message?: string | undefined;
  email?: string | undefined;
}

export const keyRefused = words('The key is unknown, lacks the right to read, or is not valid from this address.');
export const sessionEnded = words('This session has ended. Please sign in again.');

/** A page for people who have not signed in. */
export const entrancePage = (say: Say, title: string, body: Content): Html =>
  document(say, `${title} · Mailwright`, html`<main class="alone"><h1>${title}</h1>${body}</main>`);

/** Page for people who have not signed in. */
export function signInPage(say: Say, { forUsers, provider, message, email }: SignInPage): Html {
  const key = html`<form method="post" action="/console/sign-in">
<p class="field"><label for="key">${say('API key')}</label><input id="key" name="key" type="password" autocomplete="off" required aria-describedby="key-hint"><span class="hint" id="key-hint">${say.rich('The service printed one when it was started first. An operator can make others with <code>mailwright keys create</code>.')}</span></p>
<button>${forUsers ? say('Sign in with the key') : say('Sign in')}</button></form>`;
  if (!forUsers) return entrancePage(say, say('Mailwright is running'), html`${fault(message)}${key}`);
  return entrancePage(
    say,
    say('Sign in'),
    html`${fault(message)}${provider !== undefined && html`<p><a class="button main" href="/console/single-sign-on">${say('Sign in with {provider}', { provider })}</a></p>`}<form method="post" action="/console/sign-in">
${textField({ label: say('Email address'), name: 'email', type: 'email', value: email, required: true, autocomplete: 'username' })}
${textField({ label: say('Password'), name: 'password', type: 'password', required: true, autocomplete: 'current-password' })}
<p class="row"><button>${say('Sign in')}</button> <a href="/console/forgotten">${say('Forgotten the password?')}</a></p></form>
<div data-passkeys hidden><form method="post" action="/console/sign-in" data-passkey="/console/passkeys/options"><input type="hidden" name="response"><p><button class="quiet">${say('Sign in with a passkey')}</button></p><p role="alert" class="notice bad" hidden></p></form></div>
<details${message === say(keyRefused) && html` open`}><summary>${say('Sign in with an API key')}</summary>${key}</details>${passkeyScripts(say)}`,
  );
}

/**
 * Sends the browser on to the console. A redirect would belong to the provider's page still, and the cookie of the session is
 * not sent with requests of other sites.
 */
export const signedInPage = (say: Say): Html =>
  document(
    say,
    `${say('You are signed in')} · Mailwright`,
    html`<main class="alone"><h1>${say('You are signed in')}</h1><p><a href="/console">${say('Go to the overview')}</a></p></main>`,
    html`<meta http-equiv="refresh" content="0;url=/console">`,
  );

/** Second step after a password. */
export const codePage = (say: Say, secondFactor: string, message?: string): Html =>
  entrancePage(
    say,
    say('Enter a code'),
    html`${fault(message)}<form method="post" action="/console/sign-in"><input type="hidden" name="step" value="${secondFactor}">
${textField({ label: say('Code'), name: 'code', required: true, maxLength: 20, autocomplete: 'one-time-code', hint: say('Six digits of your authenticator app, or a recovery code.') })}
<p class="row"><button>${say('Sign in')}</button> <a href="/console">${say('Back')}</a></p></form>`,
  );

/** Asks who has signed in at a provider for the account; each invitation names the account that has invited. */
export const accountChoicePage = (say: Say, choices: readonly AccountChoice[]): Html =>
  entrancePage(
    say,
    say('Choose an account'),
    html`<p>${say('What you do next belongs to the account that you choose. Accept invitations only of people whom you know.')}</p>${choices.map(
      ({ token, account, isInvitation }) =>
        html`<form method="post" action="/console/sign-in"><input type="hidden" name="choice" value="${token}">
<p><button${isInvitation && html` class="quiet"`}>${isInvitation ? say('Accept the invitation of {account}', { account }) : say('Continue with {account}', { account })}</button></p></form>`,
    )}<p><a href="/console">${say('Back')}</a></p>`,
  );
