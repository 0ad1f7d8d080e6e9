import { facts, section } from '../../components/figures.ts';
import { postForm } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect, respondForeign } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { seen, versionField } from '../mailings/seen-version.ts';
import { kinds, versionTable } from '../mailings/versions.ts';
import { readTemplate } from './edit.ts';
import { findTemplate } from './template.ts';

/** What a template was before. */
export async function templateVersions(visit: Visit): Promise<Response> {
  const { client, params, say } = visit;
  const own = `/console/templates/${params.id}`;
  const { name } = await findTemplate(visit);
  const revisions = await client.media.listTemplateRevisions({ templateId: Number(params.id) }).orThrow();
  const body = section(
    say('Versions'),
    html`${versionTable(visit, own, revisions, say('Name'))}${hint(say('The last 50 versions are kept, then the last one of each day for a year.'))}`,
  );
  const parent = { label: say('Back to the template'), path: own };
  return respondPage(visit, { title: say('Versions of {name}', { name }), parent, body });
}

/** One version: what it looks like, and the button that restores it. */
export const templateVersion = (visit: Visit): Promise<Response> => showVersion(visit);

async function showVersion(visit: Visit, message?: string): Promise<Response> {
  const { params, say } = visit;
  const own = `/console/templates/${params.id}`;
  const [{ stored, version }, revision] = await Promise.all([readTemplate(visit), readRevision(visit)]);
  const { name = '', html: written = '', mjml = '' } = revision.contents;
  const about = facts([
    [say('When'), localTime(visit, revision.created)],
    [say('Who'), revision.author ?? '–'],
    [say('What'), say(kinds[revision.kind])],
    [say('Name'), name],
  ]);
  const path = `${own}/versions/${revision.id}`;
  const restore =
    name === stored.name && written === stored.html && mjml === stored.mjml
      ? hint(say('This is what the template contains now.'))
      : postForm(
          visit,
          `${path}/restore`,
          html`${versionField(version.replaceAll('"', ''))}<p>${say('Name and contents become those of this version. The present ones stay in the list of versions.')}</p><p><button>${say('Restore this version')}</button></p>`,
        );
  const source = html`<details><summary>${mjml === '' ? say('HTML') : say('MJML')}</summary><pre class="text" tabindex="0">${mjml || written || '–'}</pre></details>`;
  const preview = html`<div class="wide" tabindex="0" role="region" aria-label="${say('Preview')}"><iframe class="phone" title="${say('Preview at 375 pixels')}" src="${path}/html" sandbox></iframe></div>`;
  const body = html`${fault(message)}<div class="two"><div>${section(say('Version'), about)}${section(say('Restore'), restore)}${section(say('What was written'), source)}</div>${section(say('Preview'), preview)}</div>`;
  const parent = { label: say('Versions'), path: `${own}/versions` };
  const title = say('Version of {time}', { time: localTime(visit, revision.created) });
  return respondPage(visit, { title, parent, body }, message === undefined ? 200 : 400);
}

/** @throws StatusError 404 if there is no such version */
const readRevision = ({ client, params }: Visit) =>
  client.media
    .getTemplateRevision({ templateId: Number(params.id), templateRevisionId: Number(params.version) })
    .orThrow();

/** The HTML of a version, for the frame. */
export const templateVersionHtml = async (visit: Visit): Promise<Response> =>
  respondForeign((await readRevision(visit)).contents.html ?? '');

export async function restoreTemplateVersion(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const of = { templateId: Number(params.id), templateRevisionId: Number(params.version) };
  const restored = await attempt(client.media.restoreTemplateRevision({ ...of, ...seen(form) }).orThrow());
  return 'fault' in restored
    ? showVersion(visit, restored.fault)
    : redirect(`/console/templates/${params.id}?done=restored`);
}
