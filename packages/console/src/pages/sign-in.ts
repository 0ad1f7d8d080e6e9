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
  /** Of a demo: the key that lets everybody in. */
  demoKey?: string | undefined;
  message?: string | undefined;
  email?: string | undefined;
  /** A form that is shown again after signing in, encrypted. */
  kept?: string | undefined;
}

export const keyRefused = words('The key is unknown, lacks the right to read, or is not valid from this address.');
export const sessionEnded = words('This session has ended. Please sign in again.');
export const sessionEndedKept = words(
  'This session has ended before your changes were saved. Sign in again within an hour, and you get the page back with all that you typed.',
);
export const sessionEndedForGood = words(
  'This session has ended before your changes were saved, and they are too large to go along. Go back in your browser, copy what you typed, and sign in again.',
);

/** The form that is kept, in a form with which somebody signs in. */
const keptField = (kept: string | undefined): Content =>
  kept !== undefined && html`<input type="hidden" name="kept" value="${kept}">`;

/** A page for people who have not signed in. */
export const entrancePage = (say: Say, title: string, body: Content): Html =>
  document(say, `${title} · Mailwright`, html`<main class="alone"><h1>${title}</h1>${body}</main>`);

/** Page for people who have not signed in. */
export function signInPage(say: Say, { forUsers, provider, demoKey, message, email, kept }: SignInPage): Html {
  const key = html`<form method="post" action="/console/sign-in">${keptField(kept)}
<p class="field"><label for="key">${say('API key')}</label><input id="key" name="key" type="password" autocomplete="off" required aria-describedby="key-hint"><span class="hint" id="key-hint">${say.rich('Whoever runs this server creates keys with <code>mailwright keys create</code>.')}</span></p>
<button>${forUsers ? say('Sign in with the key') : say('Sign in')}</button></form>`;
  if (!forUsers)
    return entrancePage(
      say,
      say('Mailwright is running'),
      html`${fault(message)}${demoKey !== undefined && demoPart(say, demoKey, kept)}${key}`,
    );
  return entrancePage(
    say,
    say('Sign in'),
    html`${fault(message)}${demoKey !== undefined && demoPart(say, demoKey, kept)}${provider !== undefined && providerPart(say, provider, kept)}<form method="post" action="/console/sign-in">${keptField(kept)}
${textField({ label: say('Email address'), name: 'email', type: 'email', value: email, required: true, autocomplete: 'username' })}
${textField({ label: say('Password'), name: 'password', type: 'password', required: true, autocomplete: 'current-password' })}
<p class="row"><button>${say('Sign in')}</button> <a href="/console/forgotten"${kept !== undefined && html` target="_blank" rel="noopener"`}>${say('Forgotten the password?')}</a></p></form>
<div data-passkeys hidden><form method="post" action="/console/sign-in" data-passkey="/console/passkeys/options">${keptField(kept)}<input type="hidden" name="response"><p><button class="quiet">${say('Sign in with a passkey')}</button></p><p role="alert" class="notice bad" hidden></p></form></div>
<details${message === say(keyRefused) && html` open`}><summary>${say('Sign in with an API key')}</summary>${key}</details>${passkeyScripts(say)}`,
  );
}

const demoPart = (say: Say, key: string, kept: string | undefined): Content =>
  html`<form method="post" action="/console/sign-in">${keptField(kept)}<input type="hidden" name="key" value="${key}"><p><button class="main">${say('Enter the demo')}</button></p></form>`;

/** The way over a provider leads away from the page; a form that is kept waits here meanwhile. */
function providerPart(say: Say, provider: string, kept: string | undefined): Content {
  const label = say('Sign in with {provider}', { provider });
  if (kept === undefined) return html`<p><a class="button main" href="/console/single-sign-on">${label}</a></p>`;
  return html`<p><a class="button main" href="/console/single-sign-on" target="_blank" rel="noopener">${label}</a></p><form method="post" action="/console/kept">${keptField(kept)}<p>${say('It opens another tab. Come back to this one afterwards.')} <button class="quiet">${say('I have signed in')}</button></p></form>`;
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
export const codePage = (say: Say, secondFactor: string, kept?: string, message?: string): Html =>
  entrancePage(
    say,
    say('Enter a code'),
    html`${fault(message)}<form method="post" action="/console/sign-in">${keptField(kept)}<input type="hidden" name="step" value="${secondFactor}">
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
