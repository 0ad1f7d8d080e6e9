import { badRequest, type Handlers, notFound, operations, reply, validateValue } from '@mailwright/server';
import { findTargetGroup, isForTests } from '../../audiences/index.ts';
import { revisions } from '../../mailings/index.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { Context } from '../context.ts';
import { requireMailing } from './require.ts';
import { authorOf, saveContents } from './save.ts';

/** Contents of mailings that are saved as a whole, and what they were before (docs/decisions/editing.md). */
export const mailingRevisionHandlers = {
  async setMailingContents({ mailingid, body, 'If-Match': seen }, context) {
    if (body.html !== undefined && body.mjml) throw badRequest('html and mjml exclude each other');
    return saveContents(context, { mailingid, seen, contents: body, kind: 'saved' });
  },

  async setMailingDraft({ mailingid, body: { seen_version, ...parts } }, context) {
    const mailing = await requireMailing(context, mailingid);
    await revisions.putDraft(context.db, mailing, authorOf(context), parts, seen_version);
  },

  async deleteMailingDraft({ mailingid }, context) {
    await revisions.deleteDraft(context.db, await requireMailing(context, mailingid), authorOf(context));
  },

  async listMailingRevisions({ mailingid }, context) {
    const subject = revisions.ofMailing(await requireMailing(context, mailingid));
    const all = await revisions.listRevisions(context.db, subject);
    return all.map((revision) => revisionDocument(context, revision));
  },

  async getMailingRevision({ mailingid, revisionId }, context) {
    const revision = await requireRevision(context, mailingid, revisionId);
    return reply(200, wholeRevision(context, revision));
  },

  async restoreMailingRevision({ mailingid, revisionId, 'If-Match': seen }, context) {
    const { parts } = await requireRevision(context, mailingid, revisionId);
    const { name: _, target_group_id, ...rest } = parts;
    const contents = { ...rest, ...(await usableGroup(context, target_group_id)) };
    // What was typed and never saved may be unfinished.
    validateValue(operations.setMailingContents.bodies[0]!, contents);
    return saveContents(context, { mailingid, seen, contents, kind: 'restored' });
  },
} satisfies Partial<Handlers<Context>>;

async function requireRevision(context: Context, mailingid: number, id: number) {
  const subject = revisions.ofMailing(await requireMailing(context, mailingid));
  const revision = await revisions.findRevision(context.db, subject, id);
  if (revision === undefined) throw notFound('Revision', id);
  return revision;
}

/** The target group of a revision, if it can be used still. */
async function usableGroup({ db, accountId }: Context, id: number | null | undefined) {
  if (id === null || id === undefined) return {};
  const group = await findTargetGroup(db, accountId, id);
  return group !== undefined && !isForTests(group) ? { target_group_id: id } : {};
}

/** A revision with its contents, as documents show it. */
export function wholeRevision(context: Context, revision: revisions.WholeRevision) {
  const { parts, seen_version } = revision;
  const contents = { ...parts, ...(seen_version !== null && { seen_version }) };
  return { ...revisionDocument(context, revision), contents };
}

export const revisionDocument = (context: Context, revision: revisions.Revision) => ({
  id: revision.id,
  kind: revision.kind,
  ...(revision.author !== null && { author: revision.author }),
  own: revisions.isOf(revision, authorOf(context)),
  created: formatSqlDateTime(revision.created_at),
  subject: revision.subject,
  bytes: revision.bytes,
});
