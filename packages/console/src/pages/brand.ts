import type { Client } from '@mailwright/client';
import { askAboutConflicts, fieldPart, optionLabel, seenField, switchPart } from '../components/conflict.ts';
import { section } from '../components/figures.ts';
import {
  checkBox,
  linkButton,
  type Option,
  postForm,
  selectField,
  textArea,
  textField,
  textOf,
} from '../components/forms.ts';
import { respondPage } from '../components/layout.ts';
import { fault, hint } from '../components/notice.ts';
import { type Content, html } from '../html.ts';
import { attempt } from '../web/attempt.ts';
import type { FormPart } from '../web/conflicts.ts';
import { redirect } from '../web/respond.ts';
import type { Visit } from '../web/routes.ts';
import { ofVersion, readVersioned } from '../web/versioned.ts';
import { type Say, type Words, words } from '../words.ts';

type Body = Parameters<Client['account']['setMailStyle']>[0]['body'];

const colors: readonly (readonly [keyof Body & `${string}color`, Words])[] = [
  ['color', words('Color of bands, labels and links')],
  ['text_color', words('Text color')],
  ['background_color', words('Background color')],
  ['button_color', words('Color of buttons')],
  ['button_text_color', words('Text color of buttons')],
];

const fonts: readonly (readonly [NonNullable<Body['font']>, string])[] = [
  ['arial', 'Arial'],
  ['helvetica', 'Helvetica'],
  ['verdana', 'Verdana'],
  ['trebuchet', 'Trebuchet MS'],
  ['georgia', 'Georgia'],
  ['times', 'Times New Roman'],
  ['courier', 'Courier New'],
];

/** Fields of the form with their texts; empty for what is as templates have it. */
type Values = Record<string, string>;

const names = [...colors.map(([name]) => name), 'font', 'logo_width', 'button_radius', 'footer'] as const;

const toValues = (style: Body): Values => ({
  ...Object.fromEntries(names.map((name) => [name, String(style[name] ?? '')])),
  logo: style.logo ? 'yes' : '',
});

const fontOptions = (say: Say): Option[] => [['', say('As templates have it')], ...fonts];

function partsOf(say: Say, values: Values): FormPart[] {
  const label: Record<string, string> = {
    ...Object.fromEntries(colors.map(([name, text]) => [name, say(text)])),
    logo_width: say('Width of the logo in pixels'),
    button_radius: say('Rounding of buttons in pixels'),
    footer: say('Lines at the end of mailings'),
  };
  const font = fieldPart(say('Font'), 'font', values.font, optionLabel(fontOptions(say), values.font));
  const texts = names.filter((name) => name !== 'font').map((name) => fieldPart(label[name]!, name, values[name]));
  return [...texts, font, switchPart(say, say('Show the logo in mailings'), 'logo', values.logo === 'yes')];
}

const path = '/console/settings/brand';
const parentOf = (say: Say) => ({ label: say('Settings'), path: '/console/settings' });

const readStyle = ({ client }: Visit) => readVersioned(client.account.getMailStyle({}));

/** How new mailings of the account look, and a template that shows it. */
export async function brandPage(visit: Visit): Promise<Response> {
  const { stored } = await readStyle(visit);
  return show(visit, toValues(stored), toValues(stored));
}

async function show(visit: Visit, values: Values, stored: Values, message?: string): Promise<Response> {
  const { say } = visit;
  const [style, preview] = [styleForm(visit, values, stored), previewPart(visit)];
  const intro = hint(
    say(
      'New mailings and the templates of the gallery begin with it. In blocks, “Use the brand’s styles” takes it over.',
    ),
  );
  const { logo_url } = await visit.client.account.getBranding({}).orThrow();
  const logo =
    logo_url === undefined
      ? hint(say.rich('There is no logo yet. <a>Upload one</a> with the settings of public pages.', { a: toSettings }))
      : html`<p><img class="thumbnail" src="${logo_url}" alt="${say('The current logo')}"></p>`;
  const body = html`${fault(message)}${intro}<div class="two"><div>${section(say('Brand'), html`${logo}${style}`)}</div>${section(say('Preview'), preview)}</div>`;
  const page = { title: say('Brand'), parent: parentOf(say), body };
  return respondPage(visit, page, message === undefined ? 200 : 400);
}

const toSettings = (inner: Content): Content => html`<a href="/console/settings">${inner}</a>`;

function styleForm(visit: Visit, values: Values, stored: Values): Content {
  const { say } = visit;
  const number = (name: string, label: string, text?: Content) =>
    textField({ label, name, value: values[name], maxLength: 3, ...(text && { hint: text }) });
  const color = ([name, label]: (typeof colors)[number]) =>
    textField({
      label: say(label),
      name,
      value: values[name],
      maxLength: 7,
      hint: say('Such as #1f5fbf; none if empty.'),
    });
  return postForm(
    visit,
    path,
    html`${seenField(visit, path, partsOf(say, stored))}<div class="fields">${colors.map(color)}${selectField({ label: say('Font'), name: 'font', value: values.font, options: fontOptions(say) })}${number('button_radius', say('Rounding of buttons in pixels'))}${number('logo_width', say('Width of the logo in pixels'), say('160 if it is empty.'))}</div>
<p>${checkBox(say('Show the logo in mailings'), 'logo', values.logo === 'yes')}</p>
${textArea({ label: say('Lines at the end of mailings'), name: 'footer', value: values.footer, rows: 3, hint: say('Such as your address. Tags like [[ACCOUNT|IMPRINT]] show a text of all mailings.') })}<p class="row"><button>${say('Save')}</button>${linkButton(say('Cancel'), '/console/settings')}</p>`,
  );
}

const shownDesign = 'newsletter-story';

/** A template of the gallery as it is now. */
function previewPart({ say }: Visit): Content {
  const address = `/console/templates/gallery/${shownDesign}/html?language=${say.language}`;
  return html`<div class="wide" tabindex="0" role="region" aria-label="${say('Preview')}"><iframe class="phone" title="${say('Preview at 375 pixels')}" src="${address}" sandbox></iframe></div>${hint(say('What is stored, in a template of the gallery.'))}`;
}

/** Stores the style; what was entered stays if it cannot be stored. */
export async function changeBrand(visit: Visit): Promise<Response> {
  const { client, form, say } = visit;
  const { stored, version } = await readStyle(visit);
  const entered: Values = { ...Object.fromEntries(names.map((name) => [name, textOf(form, name)])) };
  entered.footer = textOf(form, 'footer').replaceAll('\r\n', '\n');
  entered.logo = form.get('logo') === 'yes' ? 'yes' : '';
  const theirs = toValues(stored);
  const asked = askAboutConflicts(visit, {
    mine: partsOf(say, entered),
    theirs: partsOf(say, theirs),
    title: say('Brand'),
    parent: parentOf(say),
    back: path,
  });
  if (asked) return asked;
  const saved = await attempt(client.account.setMailStyle({ body: toBody(entered), ...ofVersion(version) }).orThrow());
  if (!('fault' in saved)) return redirect(`${path}?done=saved`);
  // Somebody was quicker by a moment: now there may be something to ask.
  if ((await readStyle(visit)).version !== version) return changeBrand(visit);
  return show(visit, entered, theirs, saved.fault);
}

/** What was entered, as the API takes it; what is wrong in it is for the API to say. */
function toBody(values: Values): Body {
  const given = names.filter((name) => values[name] !== '');
  const numbers: readonly string[] = ['logo_width', 'button_radius'];
  const entries = given.map((name) => [name, numbers.includes(name) ? Number(values[name]) : values[name]]);
  return { ...(Object.fromEntries(entries) as Body), ...(values.logo === 'yes' && { logo: true }) };
}
