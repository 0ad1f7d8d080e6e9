import { badRequest, type Handlers, type MailingPreviewRequest } from '@mailwright/server';
import { changeContent } from '../../mailings/index.ts';
import { emptyContact, findContacts } from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import { readSample, renderFor } from '../../quality/index.ts';
import { readRenderContext } from '../../sending/index.ts';
import { compileMjml } from '../../templates/index.ts';
import type { Context } from '../context.ts';
import { contentSet } from './content-set.ts';
import { refuseTooLarge } from './html.ts';
import { requireMailing } from './require.ts';

/** Writing in MJML, and looking at what is written. */
export const mailingMjmlHandlers = {
  async setMailingMjml({ mailingid, body: mjml }, context) {
    const mailing = await requireMailing(context, mailingid);
    const html = await compile(mjml);
    await retrying(() => changeContent(context.db, mailing, { html, mjml }));
    return contentSet(context, mailing, { html });
  },

  async createMailingPreview({ mailingid, body }, context) {
    const { db, account, publicUrl } = context;
    const mailing = await requireMailing(context, mailingid);
    const stored = await readRenderContext(db, account, mailing);
    const html = (await unstored(body)) ?? stored.content.html;
    const subject = { db, account, mailing, publicUrl, context: { ...stored, content: { ...stored.content, html } } };
    const { contact_id, event } = body;
    const sample = await (contact_id === undefined
      ? readSample(subject, event)
      : renderFor(subject, await recipient(context, contact_id), event));
    return sample.html ?? '';
  },
} satisfies Partial<Handlers<Context>>;

/** Contents of the request, if it has any. @throws ApiError 400 */
async function unstored({ html, mjml }: MailingPreviewRequest): Promise<string | undefined> {
  if (html !== undefined && mjml !== undefined) throw badRequest('html and mjml exclude each other');
  if (html !== undefined) refuseTooLarge(html);
  return mjml === undefined ? html : compile(mjml);
}

/** @throws ApiError 400 */
async function compile(mjml: string): Promise<string> {
  const html = await compileMjml(mjml);
  refuseTooLarge(html);
  return html;
}

/** @throws ApiError 400 if there is no such contact */
async function recipient({ db, accountId }: Context, id: number) {
  const [contact] = await findContacts(db, accountId, { id });
  if (contact === undefined) throw badRequest(`contact_id must be the id of a contact but was ${id}`);
  return { ...contact, email: contact.email ?? emptyContact('somebody@example.com').email };
}
