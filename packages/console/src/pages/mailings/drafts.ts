import { postForm, textOf } from '../../components/forms.ts';
import { localTime } from '../../components/times.ts';
import { type Content, html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect, respondJson } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import { type Contents, contentsOfRevision, type Revision } from './contents.ts';
import { notationOf } from './notation.ts';

/** The contents of a draft that somebody goes on with, and the version of the mailing that it changes. */
export async function findDraft(
  { client, params }: Visit,
  id: string | null,
  stored: Contents,
): Promise<{ values: Contents; seenVersion: string | undefined } | undefined> {
  if (id === null || !/^\d{1,15}$/.test(id)) return undefined;
  const revision = await client.mailings
    .getRevision({ mailingid: Number(params.id), revisionId: Number(id) })
    .orThrow();
  return { values: contentsOfRevision(revision, stored), seenVersion: revision.contents.seen_version };
}

/** Time in which somebody whose text was kept is probably typing still. */
const recentMillis = 10 * 60_000;

/** Tells of what the person has typed and not saved, and of others who are typing. */
export async function draftNotes(visit: Visit, own: string): Promise<Content> {
  const { client, params, say } = visit;
  const revisions = await client.mailings.listRevisions({ mailingid: Number(params.id) }).orThrow();
  const drafts = revisions.filter(({ kind }) => kind === 'autosaved');
  const mine = drafts.find(({ own: isMine }) => isMine);
  const others = drafts.filter(
    (draft) => !draft.own && Date.parse(`${draft.created.replace(' ', 'T')}Z`) > Date.now() - recentMillis,
  );
  return html`${mine && draftNote(visit, own, mine)}${others.map(
    ({ author, created }) =>
      html`<p class="notice busy">${say('{author} is changing this mailing too; last at {time}.', { author: author ?? say('Somebody'), time: localTime(visit, created) })}</p>`,
  )}`;
}

/** Offers to go on with a text that was not saved. */
function draftNote(visit: Visit, own: string, { id, created }: Pick<Revision, 'id' | 'created'>): Content {
  const { offers, say } = visit;
  if (!offers('POST', `${own}/edit`)) return undefined;
  const remove = postForm(visit, `${own}/draft/delete`, html`<button class="quiet">${say('Delete them')}</button>`);
  return html`<div class="notice busy"><p>${say('You have unsaved changes of {time}. Recipients do not get them until you save.', { time: localTime(visit, created) })}</p><div class="row"><a class="button quiet" href="${own}/edit?draft=${id}">${say('Continue with them')}</a>${remove}</div></div>`;
}

/** The line that tells whether what was typed is kept; the script fills it in. */
export function autosaveState({ offers, say }: Visit, own: string): Content {
  const action = `${own}/autosave`;
  if (!offers('POST', action)) return undefined;
  return html`<p class="soft" role="status" data-autosave="${action}" data-kept="${say('Autosaved {time}. Recipients get it only after you save.', { time: '{time}' })}" data-failed="${say('Your changes are not being autosaved: {reason}', { reason: '{reason}' })}" data-unreachable="${say('the service does not answer.')}"></p>`;
}

/** Keeps what somebody is typing. The mailing stays as it is. */
export async function keepDraft({ client, form, params }: Visit): Promise<Response> {
  const text = (name: string) => String(form.get(name) ?? '').replaceAll('\r\n', '\n');
  const group = Number(textOf(form, 'group'));
  const notation = notationOf(form);
  const body = {
    name: textOf(form, 'name'),
    subject: textOf(form, 'subject'),
    preview_text: textOf(form, 'preview'),
    sender: textOf(form, 'sender') || null,
    sender_alias: textOf(form, 'alias'),
    ...(group > 0 && { target_group_id: group }),
    ...(notation === 'mjml' ? { mjml: text('mjml') } : { html: text('html') }),
    text: text('text'),
    amp: text('amp'),
    seen_version: textOf(form, 'version'),
  };
  const kept = await attempt(client.mailings.setDraft({ mailingid: Number(params.id), body }).orThrow());
  return 'fault' in kept ? respondJson({ fault: kept.fault }, 400) : respondJson({});
}

export async function deleteDraft({ client, params }: Visit): Promise<Response> {
  await client.mailings.deleteDraft({ mailingid: Number(params.id) }).orThrow();
  return redirect(`/console/mailings/${params.id}/edit?done=draft-deleted`);
}
