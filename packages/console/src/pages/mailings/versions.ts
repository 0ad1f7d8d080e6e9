import { facts, section } from '../../components/figures.ts';
import { linkButton, pageButton, postForm } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault, hint } from '../../components/notice.ts';
import { table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';
import { contentsOfRevision, type Revision, readContents } from './contents.ts';
import { showPreview } from './preview.ts';
import { seen, versionField } from './seen-version.ts';

type Kind = Revision['kind'];

/** How a version came to be. */
export const kinds: Record<Kind, Words> = {
  saved: words('Saved'),
  restored: words('Restored'),
  found: words('Changed outside of the editor'),
  autosaved: words('Unsaved changes'),
};

/** Contents of a mailing as they were saved, and what people have typed and not saved. */
export async function versionList(visit: Visit): Promise<Response> {
  const { client, params, say } = visit;
  const mailingid = Number(params.id);
  const own = `/console/mailings/${mailingid}`;
  const [name, revisions] = await Promise.all([
    client.mailings.getName({ mailingid }).orThrow(),
    client.mailings.listRevisions({ mailingid }).orThrow(),
  ]);
  const list = versionTable(visit, own, revisions, say('Subject'));
  const body = section(
    say('Versions'),
    html`${list}${hint(say('The last 50 versions are kept, then the last one of each day for a year. Unsaved changes are kept for 90 days.'))}`,
  );
  const parent = { label: say('Back to the mailing'), path: own };
  return respondPage(visit, { title: say('Versions of {name}', { name }), parent, body });
}

/** Versions of a mailing or a template, the newest first. */
export const versionTable = (
  visit: Visit,
  own: string,
  revisions: readonly Omit<Revision, 'contents'>[],
  subjectTitle: string,
): Content => {
  const { say } = visit;
  return table(
    say('Versions'),
    [
      {
        title: say('When'),
        cell: ({ id, created }) => html`<a href="${own}/versions/${id}">${localTime(visit, created)}</a>`,
      },
      { title: say('Who'), cell: ({ author }) => author ?? '–' },
      { title: say('What'), cell: ({ kind }) => say(kinds[kind]) },
      { title: subjectTitle, cell: ({ subject }) => subject || '–', kind: 'minor' },
      { title: say('Bytes'), cell: ({ bytes }) => say.number(bytes), kind: 'minor number' },
    ],
    revisions,
    say('Nothing was saved here yet.'),
  );
};

/** One version: what it looks like, where it differs, and the button that restores it. */
export const versionPage = (visit: Visit): Promise<Response> => showVersion(visit);

async function showVersion(visit: Visit, message?: string): Promise<Response> {
  const { client, params, say } = visit;
  const of = { mailingid: Number(params.id) };
  const own = `/console/mailings/${params.id}`;
  const version = await client.mailings.getVersion(of).orThrow();
  const [revision, stored, isSealed] = await Promise.all([
    readRevision(visit),
    readContents(client, of.mailingid),
    client.mailings.getSealed(of).orThrow(),
  ]);
  const then = contentsOfRevision(revision, stored);
  const isSame = (['subject', 'preview', 'sender', 'alias', 'html', 'mjml', 'text', 'amp'] as const).every(
    (part) => then[part] === stored[part],
  );
  const about = facts([
    [say('When'), localTime(visit, revision.created)],
    [say('Who'), revision.author ?? '–'],
    [say('What'), say(kinds[revision.kind])],
    [say('Subject'), then.subject || '–'],
    [say('Preview text'), then.preview || '–'],
    [say('Sender name and address'), [then.alias, then.sender].filter(Boolean).join(', ') || '–'],
  ]);
  const restore = isSealed
    ? hint(say('The mailing cannot be changed any more. Copy it to write another one.'))
    : isSame
      ? hint(say('This is what the mailing contains now.'))
      : html`${postForm(visit, `${visit.path.replace(/\/restore$/, '')}/restore`, html`${versionField(version)}<p>${say('The contents become those of this version. The present ones stay in the list of versions. The name of the mailing stays, and sign-offs are needed again.')}</p><p><button>${say('Restore this version')}</button></p>`)}${revision.kind === 'autosaved' && revision.own && pageButton(visit, say('Continue with them'), `${own}/edit?draft=${revision.id}`)}`;
  const source = then.mjml || then.html;
  const written = html`<details><summary>${then.mjml ? say('MJML') : say('HTML')}</summary><pre class="text" tabindex="0">${source || '–'}</pre></details><details><summary>${say('Text')}</summary><pre class="text" tabindex="0">${then.text || '–'}</pre></details>${then.amp !== '' && html`<details><summary>${say('AMP')}</summary><pre class="text" tabindex="0">${then.amp}</pre></details>`}`;
  const preview = html`<div class="wide" tabindex="0" role="region" aria-label="${say('Preview')}"><iframe class="phone" title="${say('Preview at 375 pixels')}" src="${own}/versions/${revision.id}/preview" sandbox></iframe></div>`;
  const body = html`${fault(message)}<div class="two"><div>${section(say('Version'), about)}${section(say('Restore'), restore)}${section(say('What was written'), written)}</div>${section(say('Preview'), preview)}</div>`;
  const parent = { label: say('Versions'), path: `${own}/versions` };
  const title = say('Version of {time}', { time: localTime(visit, revision.created) });
  const actions = linkButton(say('Back to the mailing'), own);
  return respondPage(visit, { title, parent, actions, body }, message === undefined ? 200 : 400);
}

/** @throws StatusError 404 if there is no such version */
const readRevision = ({ client, params }: Visit): Promise<Revision> =>
  client.mailings.getRevision({ mailingid: Number(params.id), revisionId: Number(params.version) }).orThrow();

/** The contents of a version as a contact would get them, for the frame. */
export async function versionPreview(visit: Visit): Promise<Response> {
  const { html: made, mjml } = (await readRevision(visit)).contents;
  return showPreview(visit, {
    contact: '',
    scheme: '',
    contents: made === undefined && mjml ? { mjml } : { html: made ?? '' },
  });
}

export async function restoreVersion(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const of = { mailingid: Number(params.id), revisionId: Number(params.version) };
  const restored = await attempt(client.mailings.restoreRevision({ ...of, ...seen(form) }).orThrow());
  return 'fault' in restored
    ? showVersion(visit, restored.fault)
    : redirect(`/console/mailings/${params.id}?done=restored`);
}
