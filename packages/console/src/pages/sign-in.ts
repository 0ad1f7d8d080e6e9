import { document } from '../components/layout.ts';
import { fault } from '../components/notice.ts';
import { type Html, html } from '../html.ts';

/** Page for people who have not signed in. */
export function signInPage({ refused = false, ended = false }: { refused?: boolean; ended?: boolean }): Html {
  const message = refused
    ? 'The key is unknown, lacks the right to read, or is not valid from this address.'
    : ended
      ? 'The key of this session is not valid any more. Please sign in again.'
      : undefined;
  return document(
    'Sign in · Mailwright',
    html`<main class="alone"><h1>Mailwright is running</h1>${fault(message)}<form method="post" action="/console/sign-in">
<p class="field"><label for="key">API key</label><input id="key" name="key" type="password" autocomplete="current-password" required aria-describedby="key-hint"><span class="hint" id="key-hint">The service printed one when it was started first. An operator can make others with <code>mailwright keys create</code>.</span></p>
<button>Sign in</button></form></main>`,
  );
}
