import { section } from '../../components/figures.ts';
import { postForm, textField } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localMinute } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { passkeyScripts } from '../../web/assets.ts';
import type { Factors, SelfService } from '../../web/entrance.ts';
import { redirect, respondJson } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';

const path = '/console/profile';
const parent = { label: 'Profile', path };

const passwordField = textField({
  label: 'Password',
  name: 'password',
  type: 'password',
  required: true,
  autocomplete: 'current-password',
});

/** Second factor and passkeys, as parts of the profile. */
export async function factorSections(visit: Visit, self: SelfService): Promise<Content> {
  const factors = await self.factors();
  return html`${section('Codes of an authenticator app', codesPart(visit, factors), { id: 'codes' })}${section(
    'Passkeys',
    passkeysPart(visit, factors),
    { id: 'passkeys' },
  )}`;
}

function codesPart(visit: Visit, { totp, recoveryCodes }: Factors): Content {
  if (!totp)
    return html`${hint('With codes, a password alone does not open your account.')}${postForm(visit, `${path}/codes`, html`<p><button>Set up codes</button></p>`)}`;
  return html`<p>Signing in with your password needs a code. You have ${recoveryCodes} recovery codes left.</p>
<details><summary class="button quiet">Turn codes off…</summary><div class="card">${postForm(
    visit,
    `${path}/codes/remove`,
    html`${passwordField}<p><button class="bad">Turn codes off</button></p>`,
  )}</div></details>`;
}

function passkeysPart(visit: Visit, { passkeys }: Factors): Content {
  const time = (date: Date | null) => (date === null ? '–' : localMinute(visit, date.getTime()));
  const list = table(
    'Passkeys',
    [
      { title: 'Name', cell: ({ name }) => name },
      { title: 'Added', cell: ({ createdAt }) => time(createdAt), kind: 'minor' },
      { title: 'Last used', cell: ({ usedAt }) => time(usedAt), kind: 'whole' },
      {
        title: 'Action',
        cell: ({ id }) => postForm(visit, `${path}/passkeys/${id}/remove`, html`<button class="quiet">Remove</button>`),
        kind: 'whole',
      },
    ],
    passkeys,
    'You have no passkeys yet. With one you sign in by fingerprint, face or PIN, without a password.',
  );
  const add = postForm(
    visit,
    `${path}/passkeys`,
    html`<input type="hidden" name="response">${textField({ label: 'Name of the passkey', name: 'name', maxLength: 100, hint: 'Such as “Phone” or “Security key”.' })}
<p class="field"><label for="passkey-password">Password</label><input id="passkey-password" name="password" type="password" required autocomplete="current-password"></p>
<p><button>Add a passkey</button></p><p role="alert" class="notice bad" hidden></p>`,
    { passkey: `${path}/passkeys/options` },
  );
  return html`${list}<div data-passkeys hidden>${add}</div><noscript>${hint('To add a passkey, the browser needs JavaScript.')}</noscript>${passkeyScripts(visit.say)}`;
}

/** Shows a new secret; it counts when a code was entered. */
export async function startCodes(visit: Visit): Promise<Response> {
  const started = await visit.self?.startTotp();
  if (started === undefined) return redirect(path);
  return showSecret(visit, started);
}

function showSecret(visit: Visit, { secret, qr }: { secret: string; qr: string }): Response {
  const body = section(
    'Scan and confirm',
    html`<p><img class="qr" alt="QR code for an authenticator app" width="220" height="220" src="data:image/svg+xml,${encodeURIComponent(qr)}"></p>
<p>Or type the secret into the app: <code>${secret}</code></p>${postForm(
      visit,
      `${path}/codes/confirm`,
      html`${textField({ label: 'Code that the app shows', name: 'code', required: true, autocomplete: 'one-time-code', maxLength: 10 })}${passwordField}
<p><button>Turn codes on</button></p>`,
    )}`,
  );
  return respondPage(visit, { title: 'Set up codes', parent, body });
}

export async function confirmCodes(visit: Visit): Promise<Response> {
  const { self, form } = visit;
  if (self === undefined) return redirect(path);
  const result = await self.confirmTotp(String(form.get('code') ?? ''), String(form.get('password') ?? ''));
  if ('fault' in result) {
    const body = html`<p class="notice bad" role="alert">${result.fault}</p>${postForm(visit, `${path}/codes`, html`<p><button>Start again</button></p>`)}`;
    return respondPage(visit, { title: 'Codes are still off', parent, body }, 400);
  }
  const body = section(
    'Recovery codes',
    html`<p class="notice good" role="status">Codes are on.</p><p>Keep these recovery codes where you do not lose them with your phone. Each works once in place of a code. They are not shown again.</p>
<ul class="findings">${result.codes.map((code) => html`<li><code>${code}</code></li>`)}</ul><p><a class="button main" href="${path}">Back to the profile</a></p>`,
  );
  return respondPage(visit, { title: 'Recovery codes', parent, body });
}

/** Result of a change of one's own credentials. */
function answerChange(visit: Visit, fault: string | undefined, done: string): Response {
  if (fault === undefined) return redirect(`${path}?done=${done}`);
  const body = html`<p class="notice bad" role="alert">${fault}</p><p><a class="button main" href="${path}">Back to the profile</a></p>`;
  return respondPage(visit, { title: 'Nothing was changed', parent, body }, 400);
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
  await visit.self?.removePasskey(Number(visit.params.id));
  return redirect(`${path}?done=passkey-removed`);
}
