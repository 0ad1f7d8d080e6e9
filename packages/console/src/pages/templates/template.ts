import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { facts, section } from '../../components/figures.ts';
import { pageButton, postForm, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect, respondForeign } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { isShared, pathField, type Template, writePath } from './list.ts';

export const templatesPath = '/console/templates';

/** One template: what it looks like, and what can be done with it. */
export const templatePage = (visit: Visit): Promise<Response> => showTemplate(visit);

async function showTemplate(visit: Visit, message?: string): Promise<Response> {
  const { say } = visit;
  const template = await findTemplate(visit);
  const { name, path, size, created, tags } = template;
  const own = `${templatesPath}/${visit.params.id}`;
  const about = facts([
    [say('Path'), html`<code>${path}</code>`],
    [say('Bytes'), say.number(size)],
    [say('Stored'), localTime(visit, created)],
    [say('Keywords'), say.list(tags) || '–'],
  ]);
  const remove = isShared(template)
    ? hint(say('Shared templates belong to whoever runs this server.'))
    : typedConfirmation(visit, {
        action: `${own}/delete`,
        label: say('Delete'),
        explanation: say('Mailings that were written with it keep their contents.'),
        phrase: path,
      });
  const copy = postForm(
    visit,
    `${own}/copy`,
    html`<div class="fields">${pathField(say, textOf(visit.form, 'path'))}${textField({ label: say('Name'), name: 'name', value: textOf(visit.form, 'name'), maxLength: 255 })}</div><p><button class="quiet">${say('Duplicate')}</button></p>`,
  );
  const body = html`${fault(message)}<div class="two"><div>${section(say('Template'), about)}${section(say('Duplicate'), copy)}${section(say('Delete'), remove)}</div>${templatePreview(say, own)}</div>`;
  const parent = { label: say('Templates'), path: templatesPath };
  const change =
    !isShared(template) &&
    html`${pageButton(visit, say('Edit as blocks'), `${own}/blocks`)}${pageButton(visit, say('Edit'), `${own}/edit`)}${pageButton(visit, say('Versions'), `${own}/versions`)}`;
  const actions = html`${change}${pageButton(visit, say('Write a mailing'), writePath(template), 'main')}`;
  return respondPage(visit, { title: name, parent, actions, body }, message === undefined ? 200 : 400);
}

/** What a template looks like. */
export const templatePreview = (say: Say, own: string): Content =>
  section(
    say('Preview'),
    html`<div class="wide" tabindex="0" role="region" aria-label="${say('Preview')}"><iframe class="phone" title="${say('Preview at 375 pixels')}" src="${own}/html" sandbox></iframe></div>${hint(say.rich('Tags such as <code>[[CONTACT|FIRSTNAME]]</code> are filled in when a mailing is made of it.'))}`,
  );

/** The HTML of a template, for the frame. */
export async function templateHtml({ client, params }: Visit): Promise<Response> {
  return respondForeign(await client.media.getTemplateHtml({ templateId: Number(params.id) }).orThrow());
}

export async function deleteTemplate(visit: Visit): Promise<Response> {
  const { path } = await findTemplate(visit);
  if (!isConfirmed(visit.form, 'delete', path))
    return showTemplate(visit, visit.say('Nothing was deleted: what you typed is not “{phrase}”.', { phrase: path }));
  const deleted = await attempt(visit.client.media.deleteTemplate({ templateId: Number(visit.params.id) }).orThrow());
  return 'fault' in deleted ? showTemplate(visit, deleted.fault) : redirect(`${templatesPath}?done=template-deleted`);
}

/** Stores a copy at another path. */
export async function copyTemplate(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const name = textOf(form, 'name');
  const copied = await attempt(
    client.media
      .copyTemplate({ templateId: Number(params.id), path: textOf(form, 'path'), ...(name !== '' && { name }) })
      .orThrow(),
  );
  return 'fault' in copied
    ? showTemplate(visit, copied.fault)
    : redirect(`${templatesPath}/${copied.value.id}?done=template-added`);
}

/** @throws StatusError 404 if there is no such template */
export async function findTemplate({ client, params }: Visit): Promise<Template> {
  const templateId = Number(params.id);
  const found = (await client.media.listTemplates({}).orThrow()).find(({ id }) => id === templateId);
  if (found === undefined) await client.media.getTemplateHtml({ templateId }).orThrow();
  return found!;
}
