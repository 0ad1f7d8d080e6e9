import { badRequest, type Handlers } from '@mailwright/server';
import { imageType, mediaBytes, putImage, quotasOf } from '../../account/index.ts';
import { changeContent } from '../../mailings/index.ts';
import { onBehalfOf } from '../../platform/turns/on-behalf.ts';
import { readRenderContext } from '../../sending/index.ts';
import { contentSizeFault, imagesInHtml, inlineCss, replaceImages, TemplateError } from '../../templates/index.ts';
import { registerPlan, trackingPlan } from '../../tracking/index.ts';
import type { Context } from '../context.ts';
import { contentSet } from './content-set.ts';
import { requireMailing } from './require.ts';

/** Images that are grabbed of one HTML at most; the others keep their addresses. */
const maxImages = 200;

/** The HTML of a mailing. */
export const mailingHtmlHandlers = {
  async setMailingHtml({ mailingid, body, doCssInlining, doImageGrabbing, doLinkTracking }, context) {
    const mailing = await requireMailing(context, mailingid);
    refuseTooLarge(body);
    const inlined = doCssInlining ? await withInlinedCss(body, context) : body;
    const html = doImageGrabbing ? await grabImages(inlined, context) : inlined;
    refuseTooLarge(html);
    await context.db.transaction().execute(async (transaction) => {
      await changeContent(transaction, mailing, { html, mjml: null });
      if (!doLinkTracking) return;
      const { content } = await readRenderContext(transaction, context.account, mailing);
      const plan = trackingPlan(mailing.tracking_strategy, { html: content.html, text: content.text_body });
      await registerPlan(transaction, mailing.account_id, mailing.id, plan);
    });
    return contentSet(context, mailing, { html });
  },
} satisfies Partial<Handlers<Context>>;

export function refuseTooLarge(html: string): void {
  const fault = contentSizeFault('html', html);
  if (fault !== undefined) throw badRequest(fault);
}

async function withInlinedCss(html: string, { accountId }: Context): Promise<string> {
  try {
    return await onBehalfOf(accountId, () => inlineCss(html));
  } catch (error) {
    throw error instanceof TemplateError ? badRequest(error.message) : error;
  }
}

/** Fetches the images of an HTML and keeps them; those that cannot be had keep their addresses. */
async function grabImages(html: string, context: Context): Promise<string> {
  const places = imagesInHtml(html).filter(({ url }) => !url.startsWith(`${context.publicUrl}/media/`));
  const urls = [...new Set(places.map(({ url }) => url))].slice(0, maxImages);
  if (urls.length === 0) return html;
  const { db, accountId } = context;
  const room = { bytes: (await quotasOf(db, accountId))['media-bytes'] - (await mediaBytes(db, accountId)) };
  const grabbed = new Map(await Promise.all(urls.map(async (url) => [url, await grab(url, context, room)] as const)));
  return replaceImages(html, places, (url) => grabbed.get(url));
}

/** @param room for further images of the account; one that does not fit keeps its address */
async function grab(
  url: string,
  { db, accountId, publicUrl, fetch }: Context,
  room: { bytes: number },
): Promise<string | undefined> {
  const answer = await fetch(url).catch(() => undefined);
  if (answer === undefined || answer.status !== 200) return undefined;
  const mime_type = imageType(answer.body);
  if (mime_type === undefined || answer.body.length > room.bytes) return undefined;
  room.bytes -= answer.body.length;
  return `${publicUrl}/media/${await putImage(db, accountId, { mime_type, bytes: answer.body })}`;
}
