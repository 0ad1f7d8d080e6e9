import { isConfirmed, typedConfirmation } from '../components/dialog.ts';
import { section } from '../components/figures.ts';
import { postForm, textField, textOf } from '../components/forms.ts';
import { respondPage } from '../components/layout.ts';
import { fault, hint } from '../components/notice.ts';
import { table } from '../components/tables.ts';
import { localTime } from '../components/times.ts';
import { html } from '../html.ts';
import { attempt } from '../web/attempt.ts';
import { redirect } from '../web/respond.ts';
import type { Visit } from '../web/routes.ts';
import { type SavedBlock, savedBlocksPath } from './mailings/blocks/saved.ts';

/** Blocks that people have saved to insert them elsewhere. */
export async function savedBlockList(visit: Visit): Promise<Response> {
  const { client, say } = visit;
  const list = table<SavedBlock>(
    say('Saved blocks'),
    [
      { title: say('Name'), cell: ({ id, name }) => html`<a href="${savedBlocksPath}/${id}">${name}</a>` },
      { title: say('Stored'), cell: ({ created }) => localTime(visit, created), kind: 'minor' },
      { title: say('Bytes'), cell: ({ bytes }) => say.number(bytes), kind: 'minor number' },
    ],
    await client.media.listBlocks({}).orThrow(),
    say('There are no saved blocks yet. Open a block of a mailing or a template to save it here.'),
  );
  const body = html`${hint(say('Each can be inserted into mailings and templates, which get a copy of it.'))}${section(say('Saved blocks'), list)}`;
  const parent = { label: say('Templates'), path: '/console/templates' };
  return respondPage(visit, { title: say('Saved blocks'), parent, body });
}

/** One block: its MJML, its name, and how to delete it. */
export const savedBlockPage = (visit: Visit): Promise<Response> => show(visit);

const readBlock = ({ client, params }: Visit) => client.media.getBlock({ savedBlockId: Number(params.id) }).orThrow();

async function show(visit: Visit, message?: string): Promise<Response> {
  const { form, params, say } = visit;
  const { name, mjml } = await readBlock(visit);
  const own = `${savedBlocksPath}/${params.id}`;
  const rename = postForm(
    visit,
    `${own}/rename`,
    html`${textField({ label: say('Name'), name: 'name', value: form.has('name') ? textOf(form, 'name') : name, required: true, maxLength: 100 })}<p><button class="quiet">${say('Rename')}</button></p>`,
  );
  const remove = typedConfirmation(visit, {
    action: `${own}/delete`,
    label: say('Delete'),
    explanation: say('Mailings and templates that have a copy of it keep the copy.'),
    phrase: name,
  });
  const source = html`<pre class="text" tabindex="0">${mjml}</pre>`;
  const body = html`${fault(message)}<div class="two"><div>${section(say('Rename'), rename)}${section(say('Delete'), remove)}</div>${section(say('MJML'), source)}</div>`;
  const parent = { label: say('Saved blocks'), path: savedBlocksPath };
  return respondPage(visit, { title: name, parent, body }, message === undefined ? 200 : 400);
}

export async function renameSavedBlock(visit: Visit): Promise<Response> {
  const { client, form, params } = visit;
  const of = { savedBlockId: Number(params.id), name: textOf(form, 'name') };
  const renamed = await attempt(client.media.renameBlock(of).orThrow());
  return 'fault' in renamed ? show(visit, renamed.fault) : redirect(`${savedBlocksPath}/${params.id}?done=saved`);
}

export async function deleteSavedBlock(visit: Visit): Promise<Response> {
  const { client, form, params, say } = visit;
  const { name } = await readBlock(visit);
  if (!isConfirmed(form, 'delete', name))
    return show(visit, say('Nothing was deleted: what you typed is not “{phrase}”.', { phrase: name }));
  const deleted = await attempt(client.media.deleteBlock({ savedBlockId: Number(params.id) }).orThrow());
  return 'fault' in deleted ? show(visit, deleted.fault) : redirect(`${savedBlocksPath}?done=saved-block-deleted`);
}
