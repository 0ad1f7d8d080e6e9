import type { Block } from '../../../blocks/document.ts';
import { attributeOf } from '../../../blocks/elements.ts';
import type { Values } from '../../../blocks/values.ts';
import { checkBox, textOf } from '../../../components/forms.ts';
import { type Content, html } from '../../../html.ts';
import type { Visit } from '../../../web/routes.ts';
import { imageTypes, nameOf, uploadImage } from '../../images/list.ts';

const mostImages = 60;

/** What fills an image block beside its address: a file that is uploaded with the form, or an image of the account. */
export async function imageChoice(visit: Visit): Promise<Content> {
  const { client, offers, say } = visit;
  const { items, pages = 1 } = await client.media.listImages({ page_size: mostImages, page_index: 1 }).orThrow();
  const choice = (value: string, label: Content) =>
    html`<label><input type="radio" name="image" value="${value}"${value === '' && html` checked`}> ${label}</label>`;
  const images = items.map((image) => {
    const name = nameOf(say, image);
    return choice(
      image.url,
      html`<img class="thumbnail" src="${image.thumbnail_url}" alt="" loading="lazy"><span>${name}</span>`,
    );
  });
  const others =
    pages > 1 &&
    html`<p class="hint"><a href="/console/images">${say('Older images have their addresses in the list of images.')}</a></p>`;
  const account =
    items.length > 0 &&
    html`<details class="picker"><summary>${say('Choose an image of the account')}</summary><fieldset class="images"><legend class="unseen">${say('Image of the account')}</legend>${choice('', say('As below'))}${images}</fieldset>${others}</details>`;
  const upload =
    offers('POST', '/console/images') &&
    html`<p class="field"><label for="file">${say('Upload an image')}</label><input id="file" name="file" type="file" accept="${imageTypes}" data-upload aria-describedby="file-hint"><span class="hint" id="file-hint">${say('PNG, JPEG, GIF or WebP, at most 5 MB.')}</span></p><p><button class="quiet" name="do" value="upload" formnovalidate>${say('Upload')}</button></p>`;
  return html`${upload}${account}`;
}

/** Whether somebody has decided that an image has no text: one that was never given has none of the two. */
export function decorationField(visit: Visit, block: Block, values: Values): Content {
  const { form, say } = visit;
  const isTyped = form.has('path');
  const isDecided = values.src !== '' && attributeOf(block.element, 'alt')?.value === '';
  return checkBox(
    say('The image is decoration and has no text'),
    'decoration',
    isTyped ? form.get('decoration') === 'yes' : isDecided,
  );
}

/** Returns what is to be asked about the text of an image before it is stored, or `undefined`. */
export function askForText({ form, say }: Visit, block: Block, values: Values): string | undefined {
  const isAnswered = values.alt?.trim() !== '' || values.src === '' || form.get('decoration') === 'yes';
  if (block.kind !== 'image' || isAnswered) return undefined;
  return say('Say what the image shows, for people who do not see it; or say that it is decoration.');
}

/**
 * Stores the file of the form, if it has one, and puts the address of the image into the form. Returns why it was refused, or
 * `undefined`.
 */
export async function storeFile({ client, form, say }: Visit): Promise<string | undefined> {
  const file = form.get('file');
  if (!(file instanceof File) || file.size === 0)
    return textOf(form, 'do') === 'upload' ? say('Choose a file that is not empty.') : undefined;
  const stored = await uploadImage(client, file);
  if ('fault' in stored) return stored.fault;
  for (const name of ['file', 'image']) form.delete(name);
  form.set('value-src', stored.value.url);
  return undefined;
}
