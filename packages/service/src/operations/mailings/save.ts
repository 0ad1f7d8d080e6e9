import { badRequest, type MailingContents, notFound, sealedError } from '@mailwright/server';
import {
  type ContentChange,
  changeContent,
  changeSettings,
  findContent,
  findMailingIdByName,
  isSealed,
  lockMailing,
  type Mailing,
  type MailingContent,
  renameMailing,
  revisions,
} from '../../mailings/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import { compileMjml, contentSizeFault } from '../../templates/index.ts';
import type { Context } from '../context.ts';
import { requireOwnSender } from '../require-own-sender.ts';
import { requireUsableGroup } from '../target-groups/require.ts';
import { withRightFrame } from './amp.ts';
import { contentSet } from './content-set.ts';
import { refuseTooLarge } from './html.ts';
import { nameTaken } from './name-taken.ts';
import { requireMailing } from './require.ts';
import { requireSeenVersion } from './seen-version.ts';

interface Saving {
  mailingid: number;
  /** Value of If-Match. */
  seen: string | undefined;
  /** `html` beside `mjml` is what the MJML has made before. */
  contents: MailingContents;
  kind: 'saved' | 'restored';
}

/**
 * Sets parts of a mailing in one transaction, and keeps what was there and what is there then. Parts that are the same already
 * change nothing, so that sign-offs stay. @throws ApiError
 */
export async function saveContents(context: Context, { mailingid, seen, contents, kind }: Saving) {
  const html = await htmlOf(contents);
  if (html !== undefined) refuseTooLarge(html);
  const fault = contentSizeFault('text', contents.text ?? '');
  if (fault !== undefined) throw badRequest(fault);
  if (contents.amp) withRightFrame(contents.amp);
  const { accountId } = context;
  const author = authorOf(context);
  const changed = await retrying(() =>
    context.db.transaction().execute(async (db): Promise<ContentChange> => {
      const mailing = await lockMailing(db, accountId, mailingid);
      if (mailing === undefined) throw notFound('Mailing', mailingid);
      if (isSealed(mailing.state)) throw sealedError(mailingid);
      if (seen !== undefined) await requireSeenVersion(db, mailing, seen);
      const before = await findContent(db, mailing);
      const subject = revisions.ofMailing(mailing);
      await revisions.keepFound(db, subject, revisions.partsOf(mailing, before));
      await changeAround({ ...context, db }, mailing, contents);
      const change = differing(before, {
        ...contentChange(contents),
        ...(html !== undefined && { html: html || null }),
      });
      if (change.sender) await requireOwnSender({ db, accountId }, 'sender', change.sender);
      if (Object.keys(change).length > 0) await changeContent(db, mailing, change);
      const after = (await lockMailing(db, accountId, mailingid))!;
      await revisions.keepSaved(db, subject, kind, author, revisions.partsOf(after, await findContent(db, after)));
      if (kind === 'saved') await revisions.deleteDraft(db, mailing, author);
      return change;
    }),
  );
  return contentSet(context, await requireMailing({ ...context, mailing: undefined }, mailingid), changed);
}

export const authorOf = ({ creator, userId, keyId }: Context): revisions.Author => ({ name: creator, userId, keyId });

/** Compiled outside of the transaction, which others would wait for. @throws ApiError 400 */
async function htmlOf({ html, mjml }: MailingContents): Promise<string | undefined> {
  return mjml && html === undefined ? compileMjml(mjml) : html;
}

/** Changes what a mailing has beside its contents. */
async function changeAround(context: Context, mailing: Mailing, { name, target_group_id }: MailingContents) {
  const { db, accountId } = context;
  if (name !== undefined && name !== mailing.name) {
    if ((await findMailingIdByName(db, accountId, name)) !== undefined) throw nameTaken(name);
    await renameMailing(db, mailing, name);
  }
  if (target_group_id === undefined || target_group_id === mailing.target_group_id) return;
  if (mailing.type !== 'regular')
    throw badRequest(`target_group_id is of regular mailings; this is a ${mailing.type} mailing.`);
  if (target_group_id !== null) await requireUsableGroup(context, target_group_id);
  await changeSettings(db, mailing, { target_group_id });
}

function contentChange({
  subject,
  preview_text,
  sender,
  sender_alias,
  html,
  mjml,
  text,
  amp,
}: MailingContents): ContentChange {
  return {
    ...(subject !== undefined && { subject }),
    ...(preview_text !== undefined && { preview_text: preview_text || null }),
    ...(sender !== undefined && { sender }),
    ...(sender_alias !== undefined && { sender_alias: sender_alias || null }),
    ...((html !== undefined || mjml) && { mjml: mjml || null }),
    ...(text !== undefined && { text_body: text || null }),
    ...(amp !== undefined && { amp: amp || null }),
  };
}

/** HTML is not compared where its source stays: another version of the compiler may make another one. */
function differing(before: MailingContent, change: ContentChange): ContentChange {
  const changed = Object.entries(change).filter(
    ([part, value]) => (before[part as keyof MailingContent] || null) !== (value || null),
  );
  const all: ContentChange = Object.fromEntries(changed);
  if (change.mjml && all.mjml === undefined) delete all.html;
  return all;
}
