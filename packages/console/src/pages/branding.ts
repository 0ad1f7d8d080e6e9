import type { Client } from '@mailwright/client';
import { fieldPart, seenField } from '../components/conflict.ts';
import { checkBox, postForm, textField, textOf } from '../components/forms.ts';
import { hint } from '../components/notice.ts';
import { html } from '../html.ts';
import { attempt } from '../web/attempt.ts';
import type { FormPart } from '../web/conflicts.ts';
import type { Visit } from '../web/routes.ts';
import { ofVersion } from '../web/versioned.ts';
import type { Say } from '../words.ts';

type Stored = Awaited<ReturnType<ReturnType<Client['account']['getBranding']>['orThrow']>>;

/** Texts of the form. */
export type Branding = Pick<Stored, 'name' | 'color' | 'dark_color'>;

/** Name, logo and colors of the pages on which people sign up, choose and unsubscribe. */
export function brandingForm(visit: Visit, action: string, { name, color, dark_color }: Branding, stored: Stored) {
  const { say } = visit;
  const logo = stored.logo_url;
  const accept = 'image/png,image/jpeg,image/gif,image/webp';
  const present = logo && html`<p><img class="thumbnail" src="${logo}" alt="${say('The current logo')}"></p>`;
  return html`${hint(say('The pages on which people sign up, confirm, choose what they receive, and unsubscribe.'))}${postForm(
    visit,
    action,
    html`${seenField(visit, action, brandingParts(say, stored))}<div class="fields">${textField({ label: say('Name'), name: 'name', value: name, maxLength: 100, hint: say('Empty for the name of the account.') })}
${textField({ label: say('Color'), name: 'color', value: color, maxLength: 7, hint: say('Of links and buttons, such as #8a1c4a. Text in it must be readable on white.') })}
${textField({ label: say('Color on dark pages'), name: 'dark_color', value: dark_color, maxLength: 7, hint: say('Empty for a lighter shade of the color.') })}</div>
${present}<p class="field"><label for="logo">${logo ? say('Another logo') : say('Logo')}</label><input id="logo" name="logo" type="file" accept="${accept}" aria-describedby="logo-hint"><span class="hint" id="logo-hint">${say('PNG, JPEG, GIF or WebP, at most 5 MB.')}</span></p>
${logo && checkBox(say('Show no logo'), 'no-logo', false)}<p><button>${say('Save')}</button></p>`,
    { upload: true },
  )}`;
}

/** Parts of a branding that people can choose between; its logo is a file and none of them. */
export const brandingParts = (say: Say, { name, color, dark_color }: Branding): FormPart[] => [
  fieldPart(say('Name'), 'name', name),
  fieldPart(say('Color'), 'color', color),
  fieldPart(say('Color on dark pages'), 'dark_color', dark_color),
];

/** What somebody has entered. */
export function enteredBranding(form: FormData): Branding {
  const [name = '', color, dark_color] = ['name', 'color', 'dark_color'].map((field) => textOf(form, field));
  return { name, ...(color && { color }), ...(dark_color && { dark_color }) };
}

/** Stores the form over a version. Returns what was entered, too. */
export async function saveBranding({ client, form }: Visit, version: string) {
  const entered = enteredBranding(form);
  const { name, ...colors } = entered;
  const texts = { ...(name && { name }), ...colors };
  const saved = await attempt(
    (async () => {
      const logo = await logoOf(client, form);
      return client.account.setBranding({ body: { ...texts, ...(logo && { logo }) }, ...ofVersion(version) }).orThrow();
    })(),
  );
  return { saved, entered };
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
