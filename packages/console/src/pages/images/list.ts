import type { Client } from '@mailwright/client';
import { section } from '../../components/figures.ts';
import { postForm } from '../../components/forms.ts';
import { respondPage } from '../../components/layout.ts';
import { fault } from '../../components/notice.ts';
import { pageOf, pager, table } from '../../components/tables.ts';
import { localTime } from '../../components/times.ts';
import { html } from '../../html.ts';
import { attempt } from '../../web/attempt.ts';
import { redirect, respondJson } from '../../web/respond.ts';
import type { Visit } from '../../web/routes.ts';
import type { Say } from '../../words.ts';

export type Image = Awaited<ReturnType<ReturnType<Client['media']['listImages']>['orThrow']>>['items'][number];
const pageSize = 50;
/** Media types of files that are images of mailings. */
export const imageTypes = 'image/png,image/jpeg,image/gif,image/webp';
export const imagesPath = '/console/images';

export const nameOf = (say: Say, { id, name }: Image): string => name ?? say('Image {id}', { id });

/** Images of mailings with their addresses, and the form for another one. */
export const imageList = (visit: Visit): Promise<Response> => show(visit);

async function show(visit: Visit, message?: string): Promise<Response> {
  const { client, query, say } = visit;
  const page = pageOf(query);
  const { items, pages } = await client.media.listImages({ page_size: pageSize, page_index: page }).orThrow();
  const list = table<Image>(
    say('Images'),
    [
      {
        title: say('Image'),
        cell: ({ thumbnail_url }) => html`<img class="thumbnail" src="${thumbnail_url}" alt="" loading="lazy">`,
      },
      { title: say('Name'), cell: (image) => html`<a href="${imagesPath}/${image.id}">${nameOf(say, image)}</a>` },
      { title: say('Address for mailings'), cell: ({ url }) => html`<code>${url}</code>`, kind: 'minor' },
      { title: say('Type'), cell: ({ mimetype }) => mimetype, kind: 'minor' },
      { title: say('Bytes'), cell: ({ size }) => say.number(size), kind: 'minor number' },
      { title: say('Stored'), cell: ({ created }) => localTime(visit, created), kind: 'minor' },
    ],
    items,
    say('There are no images yet.'),
  );
  const form = postForm(
    visit,
    '/console/images',
    html`<p class="field"><label for="file">${say('PNG, JPEG, GIF or WebP file')}</label><input id="file" name="file" type="file" required accept="${imageTypes}" aria-describedby="file-hint"><span class="hint" id="file-hint">${say('At most 5 MB. In the editor of a mailing, images can also be dropped into the text.')}</span></p><p><button>${say('Upload')}</button></p>`,
    { upload: true },
  );
  const body = html`${fault(message)}${section(say('Upload an image'), form)}${section(say('Images'), html`${list}${pager(visit, page, pages ?? 1)}`)}`;
  return respondPage(visit, { title: say('Images'), body }, message === undefined ? 200 : 400);
}

/** Stores the file of a form as an image of the account. */
export const uploadImage = async (client: Client, file: File) =>
  attempt(
    client.media
      .addImage({
        ...(file.name && { name: file.name.slice(0, 255) }),
        contentType: 'application/octet-stream',
        body: new Uint8Array(await file.arrayBuffer()),
      })
      .orThrow(),
  );

/** Stores an image; the script of the editor is answered with its address. */
export async function addImage(visit: Visit): Promise<Response> {
  const { client, form, say } = visit;
  const file = form.get('file');
  const isScript = form.get('as') === 'json';
  const added =
    file instanceof File && file.size > 0
      ? await uploadImage(client, file)
      : { fault: say('Choose a file that is not empty.') };
  if ('fault' in added) return isScript ? respondJson({ fault: added.fault }, 400) : show(visit, added.fault);
  return isScript ? respondJson({ url: added.value.url }) : redirect('/console/images?done=image-added');
}
