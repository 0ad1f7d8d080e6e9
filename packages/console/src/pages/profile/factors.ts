import { section } from '../../components/figures.ts';
import { postForm, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localMinute } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { passkeyScripts } from '../../web/assets.ts';
import type { Factors, Fault, SelfService } from '../../web/entrance.ts';
import { redirect, respondJson } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';

const path = '/console/profile';
const parentOf = (say: Say) => ({ label: say('Profile'), path });

const passwordField = (say: Say): Content =>
  textField({
    label: say('Password'),
    name: 'password',
    type: 'password',
    required: true,
    autocomplete: 'current-password',
  });

/** Second factor and passkeys, as parts of the profile. */
export async function factorSections(visit: Visit, self: SelfService): Promise<Content> {
  const { say } = visit;
  const factors = await self.factors();
  return html`${section(say('Two-factor authentication'), codesPart(visit, factors), { id: 'codes' })}${section(
    say('Passkeys'),
    passkeysPart(visit, factors),
    { id: 'passkeys' },
  )}`;
}

/** All that is open for people who lack the second factor that their account demands. */
export async function setUpPage(visit: Visit): Promise<Response> {
  const { self, say } = visit;
  if (self?.demandedBy === undefined) return redirect(path);
  const account = self.demandedBy;
  const body = html`<p>${say('{account} demands two-factor authentication. Set up codes of an authenticator app, or add a passkey. Everything else opens after that.', { account })}</p>${await factorSections(visit, self)}`;
  return respondPage(visit, { title: say('Set up two-factor authentication'), body });
}

function codesPart(visit: Visit, { totp, recoveryCodes }: Factors): Content {
  const { say } = visit;
  if (!totp)
    return html`${hint(say('An app on your phone shows a code that you enter after your password. A password alone does not open your account then.'))}${postForm(visit, `${path}/codes`, html`<p><button>${say('Set up codes')}</button></p>`)}`;
  return html`<p>${say('Signing in with your password needs a code.')} ${say('{count, plural, one {You have # recovery code left.} other {You have # recovery codes left.}}', { count: recoveryCodes })}</p>
<details><summary class="button quiet">${say('Turn codes off…')}</summary><div class="card">${postForm(
    visit,
    `${path}/codes/remove`,
    html`${passwordField(say)}<p><button class="bad">${say('Turn codes off')}</button></p>`,
  )}</div></details>`;
}

function passkeysPart(visit: Visit, { passkeys }: Factors): Content {
  const { say } = visit;
  const time = (date: Date | null) => (date === null ? '–' : localMinute(visit, date.getTime()));
  const list = table(
    say('Passkeys'),
    [
      { title: say('Name'), cell: ({ name }) => name },
      { title: say('Added'), cell: ({ createdAt }) => time(createdAt), kind: 'minor' },
      { title: say('Last used'), cell: ({ usedAt }) => time(usedAt), kind: 'whole' },
      {
        title: say('Action'),
        cell: ({ id }) =>
          postForm(visit, `${path}/passkeys/${id}/remove`, html`<button class="quiet">${say('Remove')}</button>`),
        kind: 'whole',
      },
    ],
    passkeys,
    say('You have no passkeys yet. With one you sign in by fingerprint, face or PIN, without a password.'),
  );
  const add = postForm(
    visit,
    `${path}/passkeys`,
    html`<input type="hidden" name="response">${textField({ label: say('Name of the passkey'), name: 'name', maxLength: 100, hint: say('Such as “Phone” or “Security key”.') })}
<p class="field"><label for="passkey-password">${say('Password')}</label><input id="passkey-password" name="password" type="password" required autocomplete="current-password"></p>
<p><button>${say('Add a passkey')}</button></p><p role="alert" class="notice bad" hidden></p>`,
    { passkey: `${path}/passkeys/options` },
  );
  return html`${list}<div data-passkeys hidden>${add}</div><noscript>${hint(say('To add a passkey, the browser needs JavaScript.'))}</noscript>${passkeyScripts(say)}`;
}

/** Shows a new secret; it counts when a code was entered. */
export async function startCodes(visit: Visit): Promise<Response> {
  const started = await visit.self?.startTotp();
  if (started === undefined) return redirect(path);
  return showSecret(visit, started);
}

function showSecret(visit: Visit, { secret, qr }: { secret: string; qr: string }): Response {
  const { say } = visit;
  const body = section(
    say('Scan and confirm'),
    html`<p><img class="qr" alt="${say('QR code for an authenticator app')}" width="220" height="220" src="data:image/svg+xml,${encodeURIComponent(qr)}"></p>
<p>${say.rich('Or type the secret into the app: <code>{secret}</code>', { secret })}</p>${postForm(
      visit,
      `${path}/codes/confirm`,
      html`${textField({ label: say('Code that the app shows'), name: 'code', required: true, autocomplete: 'one-time-code', maxLength: 10 })}${passwordField(say)}
<p><button>${say('Turn codes on')}</button></p>`,
    )}`,
  );
  return respondPage(visit, { title: say('Set up codes'), parent: parentOf(say), body });
}

export async function confirmCodes(visit: Visit): Promise<Response> {
  const { self, form, say } = visit;
  if (self === undefined) return redirect(path);
  const result = await self.confirmTotp(String(form.get('code') ?? ''), String(form.get('password') ?? ''));
  if ('fault' in result) {
    const body = html`<p class="notice bad" role="alert">${result.fault(say)}</p>${postForm(visit, `${path}/codes`, html`<p><button>${say('Start again')}</button></p>`)}`;
    return respondPage(visit, { title: say('Codes are still off'), parent: parentOf(say), body }, 400);
  }
  const body = section(
    say('Recovery codes'),
    html`<p class="notice good" role="status">${say('Codes are on.')}</p><p>${say('Keep these recovery codes where you do not lose them with your phone. Each works once in place of a code. They are not shown again.')}</p>
<ul class="findings">${result.codes.map((code) => html`<li><code>${code}</code></li>`)}</ul><p><a class="button main" href="${path}">${say('Back to the profile')}</a></p>`,
  );
  return respondPage(visit, { title: say('Recovery codes'), parent: parentOf(say), body });
}

/** Result of a change of one's own credentials. */
function answerChange(visit: Visit, fault: Fault | undefined, done: string): Response {
  const { say } = visit;
  if (fault === undefined) return redirect(`${path}?done=${done}`);
  const body = html`<p class="notice bad" role="alert">${fault(say)}</p><p><a class="button main" href="${path}">${say('Back to the profile')}</a></p>`;
  return respondPage(visit, { title: say('Nothing was changed'), parent: parentOf(say), body }, 400);
}

export async function removeCodes(visit: Visit): Promise<Response> {
  return answerChange(visit, await visit.self?.removeTotp(String(visit.form.get('password') ?? '')), 'codes-off');
}

export async function passkeyOptions({ self }: Visit): Promise<Response> {
  return self === undefined ? redirect(path) : respondJson(await self.passkeyOptions());
}

export async function addPasskey(visit: Visit): Promise<Response> {
  const text = (name: string) => String(visit.form.get(name) ?? '');
  const passkey = { name: text('name').trim(), response: text('response') };
  return answerChange(visit, await visit.self?.addPasskey(passkey, text('password')), 'passkey-added');
}

export async function removePasskey(visit: Visit): Promise<Response> {
  return answerChange(visit, await visit.self?.removePasskey(Number(visit.params.id)), 'passkey-removed');
}
