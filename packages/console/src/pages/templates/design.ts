import { facts, section } from '../../components/figures.ts';
import { linkButton, postForm, radioChoice, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { type Content, html } from '../../html.ts';
import { chosenLanguage } from '../../language.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect, respondForeign } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { designChoice } from '../mailings/create.ts';
import { withScheme } from '../mailings/scheme.ts';
import { galleryPath } from './gallery.ts';
import { pathField } from './list.ts';

type Contents = Awaited<ReturnType<typeof readDesign>>;

/** One designed template: what it looks like, and the forms to take it. */
export const designPage = (visit: Visit): Promise<Response> => showDesign(visit);

/** @throws StatusError 404 if there is no such design */
const readDesign = ({ client, form, params, query, say }: Visit) =>
  client.media
    .getDesign({
      design: params.design!,
      language: chosenLanguage(query.get('language') ?? textOf(form, 'language'), say.language),
    })
    .orThrow();

async function showDesign(visit: Visit, message?: string): Promise<Response> {
  const { say } = visit;
  const design = await readDesign(visit);
  const { name, about, subject, preview_text, language } = design;
  const contents = facts([
    [say('Use'), about],
    [say('Subject'), subject],
    [say('Preview text'), preview_text],
  ]);
  const body = html`${fault(message)}<div class="two"><div>${section(say('Template'), contents)}${section(say('Write a mailing'), mailingForm(visit, design))}${section(say('Add to your templates'), await templateForm(visit, design))}</div>${section(say('Preview'), preview(visit, design))}</div>`;
  const parent = { label: say('Template gallery'), path: `${galleryPath}?language=${language}` };
  return respondPage(visit, { title: name, parent, body }, message === undefined ? 200 : 400);
}

/** Creates a mailing with the contents of the design, as the page for new mailings does. */
const mailingForm = (visit: Visit, { design, language, name, subject }: Contents): Content =>
  postForm(
    visit,
    '/console/mailings/new',
    html`<input type="hidden" name="copy" value="${designChoice(design, language)}">${textField({ label: visit.say('Name'), name: 'name', value: name, required: true, maxLength: 255, hint: visit.say('For your team; recipients do not see it. Each name can be used once.') })}<input type="hidden" name="subject" value="${subject}"><p><button>${visit.say('Write a mailing')}</button></p>`,
  );

async function templateForm(visit: Visit, { design, language, name }: Contents): Promise<Content> {
  const { client, form, say } = visit;
  const taken = new Set((await client.media.listTemplates({}).orThrow()).map(({ path }) => path));
  const path = form.has('path') ? textOf(form, 'path') : freePath(design, taken);
  return postForm(
    visit,
    `${galleryPath}/${design}/copy`,
    html`<input type="hidden" name="language" value="${language}"><div class="fields">${pathField(say, path)}${textField({ label: say('Name'), name: 'title', value: form.has('title') ? textOf(form, 'title') : name, maxLength: 255 })}</div>${hint(say('You can then change it block by block, and everybody in your team can begin with it.'))}<p><button class="quiet">${say('Store the template')}</button></p>`,
  );
}

/** Returns the name of a design, or the name with the first number that is not taken as a path. */
function freePath(design: string, taken: ReadonlySet<string>): string {
  let path = design;
  for (let number = 2; taken.has(path); number++) path = `${design}-${number}`;
  return path;
}

/** The template at the width of a phone or of a desktop, in light or dark mode. */
function preview({ query, say }: Visit, { design, language }: Contents): Content {
  const isDark = query.get('scheme') === 'dark';
  const own = `${galleryPath}/${design}`;
  const address = (scheme: string) => `?${new URLSearchParams({ language, scheme })}`;
  const other = isDark
    ? linkButton(say('Show in light mode'), `${own}${address('light')}`)
    : linkButton(say('Show in dark mode'), `${own}${address('dark')}`);
  return html`<form method="get" action="${own}"><fieldset class="row widths"><legend class="unseen">${say('Width')}</legend>${radioChoice(say('Phone'), 'width', '375', true)}${radioChoice(say('Desktop'), 'width', '700', false)}${other}</fieldset>
<div class="wide" tabindex="0" role="region" aria-label="${say('Preview')}"><iframe class="phone" title="${say('Preview')}" src="${own}/html${address(isDark ? 'dark' : 'light')}" sandbox></iframe></div></form>`;
}

/** The HTML of a design for a frame, with examples where tags are. */
export async function designHtml(visit: Visit): Promise<Response> {
  const { account, query } = visit;
  const shown = withExamples((await readDesign(visit)).html, account.name);
  const scheme = query.get('scheme');
  return respondForeign(scheme === null ? shown : withScheme(shown, scheme));
}

const escaped = (text: string) => String(html`${text}`);

/** Shows the name of the account and the fallbacks of tags, as somebody without data would get them. */
const withExamples = (written: string, account: string): string =>
  written
    .replaceAll('[[ACCOUNT|NAME]]', () => escaped(account))
    .replaceAll(/\[\[CONTACT\|[A-Z]+\|([^[\]|]*)\]\]/g, '$1')
    .replaceAll(/\[\[LINK\|[A-Z]+\]\]/g, '#')
    .replaceAll('[[ACCOUNT|IMPRINT]]', () => escaped(account));

/** Stores the design as a template of the account. */
export async function takeDesign(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const title = textOf(form, 'title');
  const taken = await attempt(
    client.media
      .copyDesign({
        design: params.design!,
        language: chosenLanguage(textOf(form, 'language'), say.language),
        path: textOf(form, 'path'),
        ...(title !== '' && { name: title }),
      })
      .orThrow(),
  );
  return 'fault' in taken
    ? showDesign(visit, taken.fault)
    : redirect(`/console/templates/${taken.value.id}?done=template-added`);
}
