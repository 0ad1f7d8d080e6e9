import { badRequest, conflict, type Handlers, notFound, reply } from '@mailwright/server';
import { templates } from '../../account/index.ts';
import { revisions } from '../../mailings/index.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { compileMjml } from '../../templates/index.ts';
import type { Context } from '../context.ts';
import { refuseTooLarge } from '../mailings/html.ts';
import { revisionDocument, wholeRevision } from '../mailings/revisions.ts';
import { authorOf } from '../mailings/save.ts';
import { etagOf, requireSeen } from '../seen.ts';

/** Mailing templates, and what they were before. */
export const templateHandlers = {
  async listMailingTemplates(_input, { db, accountId }) {
    return (await templates.listTemplates(db, accountId)).map(templateDocument);
  },

  async addMailingTemplate({ path, name = nameIn(path), tags = [], contentType, body }, context) {
    const { accountId } = context;
    const contents = contentType === 'text/mjml' ? await fromMjml(body) : { html: body, mjml: null };
    return inTransaction(context.db, async (db) => {
      const before = await templates.findTemplateByPath(db, accountId, path);
      if (before !== undefined) await keepFound({ ...context, db }, before);
      const template = { path, name, tags, ...contents };
      const stored = await templates.putTemplate(db, accountId, template);
      await keepSaved({ ...context, db }, stored.id, 'saved', template);
      return templateDocument(stored);
    });
  },

  async updateMailingTemplate({ templateId, body, 'If-Match': seen }, context) {
    const { name, tags } = body;
    const change = { name, tags, ...(await readSource(body)) };
    return inTransaction(context.db, (db) => save({ ...context, db }, templateId, { change, seen, kind: 'saved' }));
  },

  async copyMailingTemplate({ templateId, path, name = nameIn(path) }, context) {
    const { db, accountId } = context;
    const { html, mjml, tags } = await requireTemplate(context, templateId);
    const template = { path, name, tags, html, mjml };
    const copy = await templates.insertTemplate(db, accountId, template);
    if (copy === undefined) throw conflict(`path "${path}" is used by another template.`);
    await keepSaved(context, copy.id, 'saved', template);
    return templateDocument(copy);
  },

  async getMailingTemplateHtml({ templateId }, context) {
    const template = await requireTemplate(context, templateId);
    return reply(200, template.html, { etag: tagOf(template) });
  },

  async getMailingTemplateMjml({ templateId }, context) {
    const template = await requireTemplate(context, templateId);
    return reply(200, template.mjml ?? '', { etag: tagOf(template) });
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
    const { name, html, mjml = null } = parts;
    const change = { name, ...(html !== undefined && { html, mjml }) };
    return save(context, templateId, { change, seen, kind: 'restored' });
  },
} satisfies Partial<Handlers<Context>>;

interface Saving {
  change: { name?: string | undefined; tags?: string[] | undefined } & Partial<templates.TemplateContents>;
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
  const { name = before.name, tags = before.tags, html = before.html, mjml = before.mjml } = change;
  const after = { name, tags, html, mjml };
  const template = await templates.changeTemplate(db, accountId, id, after);
  await keepSaved(context, id, kind, after);
  return templateDocument(template);
}

/** Returns the contents that a change sets; none if it sets none. @throws ApiError 400 */
async function readSource({ html, mjml }: { html?: string | undefined; mjml?: string | undefined }) {
  if (html !== undefined && mjml !== undefined) throw badRequest('html and mjml exclude each other');
  if (mjml !== undefined) return fromMjml(mjml);
  return html === undefined ? {} : { html, mjml: null };
}

/** Compiled outside of the transaction, which others would wait for. @throws ApiError 400 */
async function fromMjml(mjml: string): Promise<templates.TemplateContents> {
  const html = await compileMjml(mjml);
  refuseTooLarge(html);
  return { html, mjml };
}

type Named = { name: string } & templates.TemplateContents;

const toParts = ({ name, html, mjml }: Named) => ({ name, html, ...(mjml !== null && { mjml }) });

const keepFound = ({ db, accountId }: Context, template: templates.StoredTemplate) =>
  revisions.keepFound(db, revisions.ofTemplate(accountId, template.id), toParts(template));

export const keepSaved = (context: Context, id: number, kind: 'saved' | 'restored', template: Named) => {
  const { db, accountId } = context;
  const subject = revisions.ofTemplate(accountId, id);
  return revisions.keepSaved(db, subject, kind, authorOf(context), toParts(template));
};

const nameIn = (path: string): string => path.split('/').at(-1)!;

const tagOf = ({ name, tags, html, mjml }: templates.StoredTemplate): string => etagOf([name, tags, html, mjml]);

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

export function templateDocument({ id, name, path, created_at, size, is_mjml, tags }: templates.MediaTemplate) {
  const mimetype = is_mjml ? 'text/mjml' : 'text/html';
  return { id, name, path, created: formatSqlDateTime(created_at), size, mimetype, tags };
}
