import type { Client } from '@mailwright/client';
import { type Block, type BlockDocument, sourceOf } from '../../../blocks/document.ts';
import type { Fragment } from '../../../blocks/edits.ts';
import { textField, textOf } from '../../../components/forms.ts';
import { type Content, html } from '../../../html.ts';
import { attempt } from '../../../web/attempt.ts';
import type { Visit } from '../../../web/routes.ts';

export type SavedBlock = Awaited<ReturnType<ReturnType<Client['media']['listBlocks']>['orThrow']>>[number];

/** What a button does begins with this; the id of a saved block follows. */
const adds = 'add-saved-';

export const savedBlocksPath = '/console/blocks';

/** Buttons that insert saved blocks; nothing if there are none. */
export function savedButtons({ say, offers }: Visit, blocks: readonly SavedBlock[]): Content {
  if (blocks.length === 0) return undefined;
  const button = ({ id, name }: SavedBlock) =>
    html`<button class="quiet" name="do" value="${adds}${id}" formnovalidate>${name}</button>`;
  const list = offers('GET', savedBlocksPath) && html`<a href="${savedBlocksPath}">${say('Saved blocks')}</a>`;
  return html`<p class="hint">${list}</p><p class="row">${blocks.map(button)}</p>`;
}

/** Returns the saved block that a button inserts, or `undefined` if it inserts another one or the block is gone. */
export async function savedFragment({ client }: Visit, does: string): Promise<Fragment | undefined> {
  const savedBlockId = Number(does.startsWith(adds) ? does.slice(adds.length) : Number.NaN);
  if (!Number.isSafeInteger(savedBlockId) || savedBlockId < 1) return undefined;
  const found = await client.media.getBlock({ savedBlockId });
  if (!found.ok) return undefined;
  const mjml = found.data.mjml.trim();
  return { level: /^<mj-(?:section|wrapper)\b/.test(mjml) ? 'row' : 'leaf', mjml };
}

/** Whether a block can stand elsewhere as it is. */
const isWhole = ({ kind }: Block) => kind !== 'column' && kind !== 'group';

/** The part of the form of a block with which it is saved for other mailings. */
export const keepPart = (visit: Visit, block: Block): Content =>
  isWhole(block) &&
  html`<details class="picker"><summary>${visit.say('Save for other mailings')}</summary><div class="fields">${textField({ label: visit.say('Name of the block'), name: 'block-name', value: textOf(visit.form, 'block-name'), maxLength: 100 })}</div><p><button class="quiet" name="do" value="keep" formnovalidate>${visit.say('Save the block')}</button></p></details>`;

/** Saves a block under the name of the form. Returns why that was refused, or `undefined`. */
export async function keepBlock(
  { client, form, say }: Visit,
  document: BlockDocument,
  block: Block,
): Promise<string | undefined> {
  const name = textOf(form, 'block-name');
  if (name === '') return say('Write a name for the block.');
  const kept = await attempt(client.media.addBlock({ body: { name, mjml: withoutIndent(document, block) } }).orThrow());
  return 'fault' in kept ? kept.fault : undefined;
}

/** The source of a block, whose lines begin where its first one does. */
function withoutIndent(document: BlockDocument, block: Block): string {
  const indent = /(?:^|\n)([ \t]*)$/.exec(document.source.slice(0, block.element.start))?.[1] ?? '';
  return sourceOf(document, block).replaceAll('\r\n', '\n').replaceAll(`\n${indent}`, '\n');
}
