import type { Client } from '@mailwright/client';
import { section } from '../../components/figures.ts';
import { pageButton, pageLink, postForm, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { savedBlocksPath } from '../mailings/blocks/saved.ts';

export type Template = Awaited<ReturnType<ReturnType<Client['media']['listTemplates']>['orThrow']>>[number];

/** Templates that mailings begin with, and the form for another one. */
export const templateList = (visit: Visit): Promise<Response> => show(visit);

async function show(visit: Visit, message?: string): Promise<Response> {
  const { client, say } = visit;
  const templates = await client.media.listTemplates({}).orThrow();
  const list = table<Template>(
    say('Templates'),
    [
      { title: say('Name'), cell: ({ id, name }) => html`<a href="/console/templates/${id}">${name}</a>` },
      { title: say('Path'), cell: ({ path }) => html`<code>${path}</code>`, kind: 'minor' },
      { title: say('Bytes'), cell: ({ size }) => say.number(size), kind: 'minor number' },
      { title: say('Stored'), cell: ({ created }) => localTime(visit, created), kind: 'minor' },
      {
        title: say('Use'),
        cell: (template) =>
          visit.offers('GET', writePath(template)) &&
          html`<a href="${writePath(template)}" aria-label="${say('Write a mailing with {name}', { name: template.name })}">${say('Write a mailing')}</a>`,
      },
    ],
    templates,
    say.rich('There are no templates yet. <a>Choose one from the gallery.</a>', {
      a: pageLink(visit, '/console/templates/gallery'),
    }),
  );
  const form = postForm(
    visit,
    '/console/templates',
    html`<p class="field"><label for="file">${say('File with the HTML')}</label><input id="file" name="file" type="file" required accept=".html,.htm,text/html"></p>
<div class="fields">${pathField(say, '', say('Letters, digits and “/”, such as newsletter/spring. A template at the same path is replaced.'))}${textField({ label: say('Name'), name: 'name', maxLength: 255 })}</div><p><button>${say('Store the template')}</button></p>`,
    { upload: true },
  );
  const body = html`${fault(message)}${section(say('Templates'), list)}${section(say('Add a template'), form)}`;
  const actions = html`${pageButton(visit, say('Saved blocks'), savedBlocksPath)}${pageButton(visit, say('Template gallery'), '/console/templates/gallery', 'main')}`;
  return respondPage(visit, { title: say('Templates'), actions, body }, message === undefined ? 200 : 400);
}

/** Field for the path of a new template. */
export const pathField = (
  say: Say,
  value: string,
  hint = say('Letters, digits and “/”, such as newsletter/spring.'),
): Content => textField({ label: say('Path'), name: 'path', value, required: true, maxLength: 1024, hint });

/** Address of the form for a mailing that begins with a template. */
export const writePath = ({ path }: Template): string =>
  `/console/mailings/new?${new URLSearchParams({ copy: `template:${path}` })}`;

/** Paths of shared templates are absolute. */
export const isShared = ({ path }: Template): boolean => path.startsWith('/');

export async function addTemplate(visit: Visit): Promise<Response> {
  const { client, form, say } = visit;
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0) return show(visit, say('Choose a file that is not empty.'));
  const name = textOf(form, 'name');
  const template = { path: textOf(form, 'path'), ...(name !== '' && { name }), body: await file.text() };
  const added = await attempt(client.media.addTemplate(template).orThrow());
  return 'fault' in added ? show(visit, added.fault) : redirect('/console/templates?done=template-added');
}
