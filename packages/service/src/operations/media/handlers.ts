import { badRequest, type Handlers, notFound } from '@mailwright/server';
import {
  addImage,
  countImages,
  deleteImage,
  findImageById,
  listImages,
  type MediaImage,
  renameImage,
  templates,
} from '../../account/index.ts';
import { changeContent, changeSettings } from '../../mailings/index.ts';
import { totalOf } from '../../platform/lists/total.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { Context } from '../context.ts';
import { requireMailing } from '../mailings/require.ts';
import { usesOfImage } from '../uses.ts';

/** Images, and the template that a mailing is made from. */
export const mediaHandlers = {
  async addImage({ body, name }, context) {
    const { db, accountId } = context;
    return imageDocument(context, await addImage(db, accountId, body, name));
  },

  async renameImage({ imageId, name }, { db, accountId }) {
    if (!(await renameImage(db, accountId, imageId, name))) throw notFound('Image', imageId);
  },

  async deleteImage({ imageId }, { db, accountId }) {
    if (!(await deleteImage(db, accountId, imageId))) throw notFound('Image', imageId);
  },

  async listImageUses({ imageId }, context) {
    const image = await findImageById(context.db, context.accountId, imageId);
    if (image === undefined) throw notFound('Image', imageId);
    return usesOfImage(context, image.token);
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
    if (body !== null) await requireContents(context, body);
    await changeSettings(context.db, mailing, { template_path: body });
  },

  async resetMailingContents({ mailingId }, context) {
    const mailing = await requireMailing(context, mailingId);
    if (mailing.template_path === null) throw badRequest(`Mailing with id ${mailingId} has no template.`);
    const contents = await requireContents(context, mailing.template_path);
    await changeContent(context.db, mailing, { ...contents, amp: null, text_body: null });
  },
} satisfies Partial<Handlers<Context>>;

async function requireContents({ db, accountId }: Context, path: string): Promise<templates.TemplateContents> {
  const contents = await templates.templateContents(db, accountId, path);
  if (contents === undefined) throw notFound(`Mailing template "${path}" not found.`);
  return contents;
}

function imageDocument({ publicUrl }: Context, image: MediaImage) {
  const { id, token, name, mime_type, size, created_at, thumbnail_fault } = image;
  const url = `${publicUrl}/media/${token}`;
  return {
    ...(name !== null && { name }),
    id,
    url,
    thumbnail_url: `${url}/thumbnail`,
    ...(thumbnail_fault !== null && { thumbnail_fault }),
    mimetype: mime_type,
    size,
    created: formatSqlDateTime(created_at),
  };
}
