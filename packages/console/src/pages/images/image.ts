import { isConfirmed, typedConfirmation } from '../../components/dialog.ts';
import { facts, section } from '../../components/figures.ts';
import { postForm, textField, textOf } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';
import { usesList } from '../uses.ts';
import { type Image, imagesPath, nameOf } from './list.ts';

/** One image: its address, its name, what shows it, and how to delete it. */
export const imagePage = (visit: Visit): Promise<Response> => showImage(visit);

async function showImage(visit: Visit, message?: string): Promise<Response> {
  const { client, form, say } = visit;
  const image = await findImage(visit);
  const uses = await client.media.listImageUses({ imageId: image.id }).orThrow();
  const own = `${imagesPath}/${image.id}`;
  const name = nameOf(say, image);
  const about = facts([
    [say('Address for mailings'), html`<code>${image.url}</code>`],
    [say('Type'), image.mimetype],
    [say('Bytes'), say.number(image.size)],
    [say('Stored'), localTime(visit, image.created)],
    ...(image.thumbnail_fault === undefined ? [] : [[say('Thumbnail'), faultOf(say, image.thumbnail_fault)] as const]),
  ]);
  const rename = postForm(
    visit,
    `${own}/rename`,
    html`${textField({ label: say('Name'), name: 'name', value: form.has('name') ? textOf(form, 'name') : (image.name ?? ''), required: true, maxLength: 255 })}<p><button class="quiet">${say('Rename')}</button></p>`,
  );
  const remove = html`${usesList(visit, uses)}${typedConfirmation(visit, {
    action: `${own}/delete`,
    label: say('Delete'),
    explanation: say(
      'Mails that show the image, also those that were sent, have a gap instead. You cannot take this back.',
    ),
    phrase: name,
  })}`;
  const picture = html`<p><img class="picture" src="${image.url}" alt="${name}"></p>`;
  const body = html`${fault(message)}<div class="two"><div>${section(say('Image'), about)}${section(say('Rename'), rename)}${section(say('Delete'), remove)}</div>${section(say('Preview'), picture)}</div>`;
  const parent = { label: say('Images'), path: imagesPath };
  return respondPage(visit, { title: name, parent, body }, message === undefined ? 200 : 400);
}

export async function renameImage(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const renamed = await attempt(
    client.media.renameImage({ imageId: Number(params.id), name: textOf(form, 'name') }).orThrow(),
  );
  return 'fault' in renamed ? showImage(visit, renamed.fault) : redirect(`${imagesPath}/${params.id}?done=saved`);
}

export async function deleteImage(visit: Visit): Promise<Response> {
  const { client, form, say } = visit;
  const image = await findImage(visit);
  const phrase = nameOf(say, image);
  if (!isConfirmed(form, 'delete', phrase))
    return showImage(visit, say('Nothing was deleted: what you typed is not “{phrase}”.', { phrase }));
  const deleted = await attempt(client.media.deleteImage({ imageId: image.id }).orThrow());
  return 'fault' in deleted ? showImage(visit, deleted.fault) : redirect(`${imagesPath}?done=image-deleted`);
}

const faultOf = (say: Say, fault: NonNullable<Image['thumbnail_fault']>): string =>
  ({
    too_many_pixels: say('None: the image has more than 12.5 million pixels.'),
    too_complex: say('None: the image takes too long to read. Save it anew and upload it again.'),
    unreadable: say(
      'None: the file is damaged or incomplete, or takes too much memory. Save it anew and upload it again.',
    ),
  })[fault];

/** @throws StatusError 404 if there is no such image */
async function findImage({ client, params }: Visit): Promise<Image> {
  const imageId = Number(params.id);
  for await (const image of client.media.listImages.all({ page_size: 1000 })) if (image.id === imageId) return image;
  await client.media.listImageUses({ imageId }).orThrow();
  throw new Error('the image was stored meanwhile');
}
