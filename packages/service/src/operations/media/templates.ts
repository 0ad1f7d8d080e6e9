import { conflict, type Handlers, notFound, reply } from '@mailwright/server';
import { templates } from '../../account/index.ts';
import { revisions } from '../../mailings/index.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { Context } from '../context.ts';
import { revisionDocument, wholeRevision } from '../mailings/revisions.ts';
import { authorOf } from '../mailings/save.ts';
import { etagOf, requireSeen } from '../seen.ts';

/** Mailing templates, and what they were before. */
export const templateHandlers = {
  async listMailingTemplates(_input, { db, accountId }) {
    return (await templates.listTemplates(db, accountId)).map(templateDocument);
  },

  async addMailingTemplate({ path, name = nameIn(path), tags = [], body: html }, context) {
    const { db, accountId } = context;
    const before = await templates.findTemplateByPath(db, accountId, path);
    if (before !== undefined) await keepFound(context, before);
    const template = await templates.putTemplate(db, accountId, { path, name, tags, html });
    await keepSaved(context, template.id, 'saved', { name, html });
    return templateDocument(template);
  },

  async updateMailingTemplate({ templateId, body, 'If-Match': seen }, context) {
    return save(context, templateId, { change: body, seen, kind: 'saved' });
  },

  async copyMailingTemplate({ templateId, path, name = nameIn(path) }, context) {
    const { db, accountId } = context;
    const { html, tags } = await requireTemplate(context, templateId);
    const copy = await templates.insertTemplate(db, accountId, { path, name, tags, html });
    if (copy === undefined) throw conflict(`path "${path}" is used by another template.`);
    await keepSaved(context, copy.id, 'saved', { name, html });
    return templateDocument(copy);
  },

  async getMailingTemplateHtml({ templateId }, context) {
    const template = await requireTemplate(context, templateId);
    return reply(200, template.html, { etag: tagOf(template) });
  },

  async deleteMailingTemplate({ templateId }, { db, accountId }) {
    if (!(await templates.deleteTemplate(db, accountId, templateId))) throw missing(templateId);
  },

  async listMailingTemplateRevisions({ templateId }, context) {
    const subject = await requireSubject(context, templateId);
    const all = await revisions.listRevisions(context.db, subject);
    return all.map((revision) => revisionDocument(context, revision));
  },

  async getMailingTemplateRevision({ templateId, templateRevisionId }, context) {
    return reply(200, wholeRevision(context, await requireRevision(context, templateId, templateRevisionId)));
  },

  async restoreMailingTemplateRevision({ templateId, templateRevisionId, 'If-Match': seen }, context) {
    const { parts } = await requireRevision(context, templateId, templateRevisionId);
    return save(context, templateId, { change: parts, seen, kind: 'restored' });
  },
} satisfies Partial<Handlers<Context>>;

interface Saving {
  change: { name?: string | undefined; tags?: string[] | undefined; html?: string | undefined };
  /** Value of If-Match. */
  seen: string | undefined;
  kind: 'saved' | 'restored';
}

/** Changes a template, and keeps what was there and what is there then. @throws ApiError */
async function save(context: Context, id: number, { change, seen, kind }: Saving) {
  const { db, accountId } = context;
  const before = await templates.lockTemplate(db, accountId, id);
  if (before === undefined) throw missing(id);
  requireSeen(`Mailing template with id ${id}`, tagOf(before), seen);
  await keepFound(context, before);
  const { name = before.name, tags = before.tags, html = before.html } = change;
  const template = await templates.changeTemplate(db, accountId, id, { name, tags, html });
  await keepSaved(context, id, kind, { name, html });
  return templateDocument(template);
}

const keepFound = ({ db, accountId }: Context, { id, name, html }: templates.StoredTemplate) =>
  revisions.keepFound(db, revisions.ofTemplate(accountId, id), { name, html });

export const keepSaved = (
  context: Context,
  id: number,
  kind: 'saved' | 'restored',
  parts: { name: string; html: string },
) => {
  const { db, accountId } = context;
  return revisions.keepSaved(db, revisions.ofTemplate(accountId, id), kind, authorOf(context), parts);
};

const nameIn = (path: string): string => path.split('/').at(-1)!;

const tagOf = ({ name, tags, html }: templates.StoredTemplate): string => etagOf([name, tags, html]);

const missing = (id: number) => notFound(`Mailing template with id ${id} not found.`);

async function requireTemplate({ db, accountId }: Context, id: number): Promise<templates.StoredTemplate> {
  const template = await templates.findTemplate(db, accountId, id);
  if (template === undefined) throw missing(id);
  return template;
}

/** Revisions of a template of the account; shared ones have none. */
async function requireSubject(context: Context, id: number): Promise<revisions.Subject> {
  const template = await requireTemplate(context, id);
  if (template.account_id !== context.accountId) throw missing(id);
  return revisions.ofTemplate(context.accountId, id);
}

async function requireRevision(context: Context, templateId: number, id: number) {
  const revision = await revisions.findRevision(context.db, await requireSubject(context, templateId), id);
  if (revision === undefined) throw notFound('Revision', id);
  return revision;
}

export function templateDocument({ id, name, path, created_at, size, tags }: templates.MediaTemplate) {
  return { id, name, path, created: formatSqlDateTime(created_at), size, mimetype: 'text/html', tags };
}
