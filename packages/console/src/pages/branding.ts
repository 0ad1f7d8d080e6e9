import type { Client } from '@mailwright/client';
import { checkBox, postForm, textField, textOf } from '../components/forms.ts';
import { hint } from '../components/notice.ts';
import { html } from '../html.ts';
import { attempt } from '../web/attempt.ts';
import type { Visit } from '../web/routes.ts';

type Stored = Awaited<ReturnType<ReturnType<Client['account']['getBranding']>['orThrow']>>;

/** Texts of the form. */
export type Branding = Pick<Stored, 'name' | 'color' | 'dark_color'>;

/** Name, logo and colors of the pages on which people sign up, choose and unsubscribe. */
export function brandingForm(visit: Visit, { name, color, dark_color }: Branding, logo: string | undefined) {
  const { say } = visit;
  const accept = 'image/png,image/jpeg,image/gif,image/webp';
  const present = logo && html`<p><img class="thumbnail" src="${logo}" alt="${say('The present logo')}"></p>`;
  return html`${hint(say('The pages on which people sign up, confirm, choose what they receive, and unsubscribe.'))}${postForm(
    visit,
    '/console/settings/branding',
    html`<div class="fields">${textField({ label: say('Name'), name: 'name', value: name, maxLength: 100, hint: say('Empty for the name of the account.') })}
${textField({ label: say('Color'), name: 'color', value: color, maxLength: 7, hint: say('Of links and buttons, such as #8a1c4a. Text in it must be readable on white.') })}
${textField({ label: say('Color on dark pages'), name: 'dark_color', value: dark_color, maxLength: 7, hint: say('Empty for a lighter shade of the color.') })}</div>
${present}<p class="field"><label for="logo">${logo ? say('Another logo') : say('Logo')}</label><input id="logo" name="logo" type="file" accept="${accept}" aria-describedby="logo-hint"><span class="hint" id="logo-hint">${say('PNG, JPEG, GIF or WebP, at most 5 MB.')}</span></p>
${logo && checkBox(say('Show no logo'), 'no-logo', false)}<p><button>${say('Save')}</button></p>`,
    { upload: true },
  )}`;
}

/** Stores the form. Returns what was entered, too. */
export async function saveBranding({ client, form }: Visit) {
  const [name, color, dark_color] = ['name', 'color', 'dark_color'].map((field) => textOf(form, field));
  const texts = { ...(name && { name }), ...(color && { color }), ...(dark_color && { dark_color }) };
  const saved = await attempt(
    (async () => {
      const logo = await logoOf(client, form);
      return client.account.setBranding({ body: { ...texts, ...(logo && { logo }) } }).orThrow();
    })(),
  );
  return { saved, entered: { ...texts, name: name ?? '' } };
}

/** Id of the logo after the change: a new file, none, or the present one. */
async function logoOf(client: Client, form: FormData): Promise<number | undefined> {
  const file = form.get('logo');
  if (file instanceof File && file.size > 0) {
    const body = new Uint8Array(await file.arrayBuffer());
    return (await client.media.addImage({ contentType: 'application/octet-stream', body }).orThrow()).id;
  }
  if (form.get('no-logo') === 'yes') return undefined;
  return (await client.account.getBranding({}).orThrow()).logo;
}
