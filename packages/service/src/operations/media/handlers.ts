import { badRequest, type Handlers, notFound } from '@mailwright/server';
import {
  addImage,
  countImages,
  deleteTemplate,
  listImages,
  listTemplates,
  type MediaImage,
  type MediaTemplate,
  putTemplate,
  templateHtml,
  templateHtmlById,
} from '../../account/index.ts';
import { changeContent, changeSettings } from '../../mailings/index.ts';
import { totalOf } from '../../platform/database/total.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { Context } from '../context.ts';
import { requireMailing } from '../mailings/require.ts';

/** Images, mailing templates, and the one that a mailing is made from. */
export const mediaHandlers = {
  async listMailingTemplates(_input, { db, accountId }) {
    return (await listTemplates(db, accountId)).map(document);
  },

  async addMailingTemplate({ path, name = path.split('/').at(-1)!, tags, body }, { db, accountId }) {
    return document(await putTemplate(db, accountId, { path, name, tags, html: body }));
  },

  async getMailingTemplateHtml({ templateId }, { db, accountId }) {
    const html = await templateHtmlById(db, accountId, templateId);
    if (html === undefined) throw missing(templateId);
    return html;
  },

  async deleteMailingTemplate({ templateId }, { db, accountId }) {
    if (!(await deleteTemplate(db, accountId, templateId))) throw missing(templateId);
  },

  async addImage({ body }, context) {
    const { db, accountId } = context;
    return imageDocument(context, await addImage(db, accountId, body));
  },

  async listImages(input, context) {
    const { db, accountId } = context;
    const images = await listImages(db, accountId, input);
    return {
      items: images.map((image) => imageDocument(context, image)),
      total: await totalOf(images, input, () => countImages(db, accountId)),
    };
  },

  async getMailingTemplate({ mailingId }, context) {
    return (await requireMailing(context, mailingId)).template_path;
  },

  async setMailingTemplate({ mailingId, body }, context) {
    const mailing = await requireMailing(context, mailingId);
    if (body !== null) await requireHtml(context, body);
    await changeSettings(context.db, mailing, { template_path: body });
  },

  async resetMailingContents({ mailingId }, context) {
    const mailing = await requireMailing(context, mailingId);
    if (mailing.template_path === null) throw badRequest(`Mailing with id ${mailingId} has no template.`);
    const html = await requireHtml(context, mailing.template_path);
    await changeContent(context.db, mailing, { html, mjml: null, text_body: null });
  },
} satisfies Partial<Handlers<Context>>;

const missing = (id: number) => notFound(`Mailing template with id ${id} not found.`);

async function requireHtml({ db, accountId }: Context, path: string): Promise<string> {
  const html = await templateHtml(db, accountId, path);
  if (html === undefined) throw notFound(`Mailing template "${path}" not found.`);
  return html;
}

function document({ id, name, path, created_at, size, tags }: MediaTemplate) {
  return { id, name, path, created: formatSqlDateTime(created_at), size, mimetype: 'text/html', tags };
}

function imageDocument({ publicUrl }: Context, { id, token, mime_type, size, created_at }: MediaImage) {
  const url = `${publicUrl}/media/${token}`;
  return { id, url, mimetype: mime_type, size, created: formatSqlDateTime(created_at) };
}
