import { allBlocks, type Block, type BlockDocument } from '../../../blocks/document.ts';
import { fits } from '../../../blocks/edits.ts';
import { attributeOf } from '../../../blocks/elements.ts';
import { markOf } from '../../../blocks/marks.ts';
import { badge } from '../../../components/figures.ts';
import type { Option } from '../../../components/forms.ts';
import { type Content, html } from '../../../html.ts';
import type { Say } from '../../../words.ts';
import { describeCondition } from './condition.ts';
import { excerptOf, kindNames } from './kinds.ts';
import { type Trail, trailFields } from './trail.ts';

/** The place of a block on its page. */
const anchorOf = (path: string): string => `block-${path.replaceAll('.', '-')}`;

/** The address of the page with a block that is open. */
export function addressOf(own: string, path: string | undefined, trail: Trail, done?: string): string {
  const query = new URLSearchParams({
    ...(path !== undefined && { block: path }),
    ...(done !== undefined && { done }),
    ...trailFields(trail),
  });
  return `${own}/blocks?${query}${path === undefined ? '' : `#${anchorOf(path)}`}`;
}

interface Listed {
  say: Say;
  own: string;
  document: BlockDocument;
  trail: Trail;
  /** Path of the block that is open. */
  open: string | undefined;
  /** Whether blocks can be opened. */
  isOpenable: boolean;
  /** The form of the open block. */
  card: Content;
}

/** All blocks as a list of lists; the one that is open has its form. */
export const blockList = (listed: Listed): Content => listOf(listed, listed.document.blocks, undefined);

function listOf(listed: Listed, blocks: readonly Block[], around: Block | undefined): Content {
  const items = blocks.map((block, index) => item(listed, block, around, [index + 1, blocks.length]));
  return items.length > 0 && html`<ol class="${around ? 'inner' : 'blocks'}">${items}</ol>`;
}

/** What the script may drop where. */
const levelOf = ({ kind }: Block, around: Block | undefined): string => {
  if (kind === 'area' || kind === 'row' || kind === 'group' || kind === 'column') return kind;
  return around?.kind === 'column' ? 'leaf' : '';
};

function item(
  listed: Listed,
  block: Block,
  around: Block | undefined,
  [place, count]: [place: number, count: number],
): Content {
  const { say, own, document, trail, open, isOpenable, card } = listed;
  const { kind, path, blocks, element } = block;
  const { condition } = element;
  const isOpen = path === open;
  const text = excerptOf(say, block);
  const fault = faultOf(say, block);
  const label = html`<b>${say(kindNames[kind])}</b> <span>${text}</span> <span class="unseen">${say('{place, number} of {count, number}', { place, count })}</span>`;
  const name = isOpenable
    ? html`<a href="${addressOf(own, path, trail)}"${isOpen && html` aria-current="true"`}>${label}</a>`
    : html`<p>${label}</p>`;
  // A row with one column shows what is in it at once.
  const [only] = blocks;
  const isSingle = kind === 'row' && blocks.length === 1 && only?.kind === 'column';
  const into = isSingle ? only.path : kind === 'column' || kind === 'area' ? path : '';
  return html`<li id="${anchorOf(path)}" data-path="${path}" data-level="${levelOf(block, around)}" data-mark="${markOf(document, block)}" data-into="${into}"><div class="block${isOpen && ' open'}"${isOpenable && html` draggable="true"`}>${name}${condition && badge(describeCondition(say, condition), 'busy')}${fault && badge(fault, 'busy')}</div>${isOpen && card}${isSingle ? listOf(listed, only.blocks, only) : listOf(listed, blocks, block)}</li>`;
}

/** What is missing in a block, as far as the block alone shows it. */
function faultOf(say: Say, { kind, element }: Block): string | undefined {
  if (kind !== 'image') return undefined;
  if (!attributeOf(element, 'src')?.value) return say('No image yet');
  // An empty text says that the image is decoration.
  return attributeOf(element, 'alt') === undefined ? say('No text') : undefined;
}

/** Where a block can be moved to; none if there is no other place. */
export function places(say: Say, document: BlockDocument, block: Block): Option[] {
  const frames = allBlocks(document).filter((frame) => frame.blocks !== block.blocks && fits(document, block, frame));
  const options = frames.map((frame): Option => [frame.path, placeName(say, document, frame)]);
  const isFree = block.kind === 'row' && fits(document, block, undefined);
  return isFree ? [['', say('The end')], ...options] : options;
}

/** A column is called by its row, and a row by its place among all rows. */
function placeName(say: Say, document: BlockDocument, frame: Block): string {
  const numbered = (kind: Block['kind'], path: string) =>
    allBlocks(document)
      .filter((each) => each.kind === kind)
      .findIndex((each) => each.path === path) + 1;
  if (frame.kind === 'area') return say('Area {number, number}', { number: numbered('area', frame.path) });
  const rows = allBlocks(document).filter(({ kind }) => kind === 'row');
  const row = rows.findIndex(({ path }) => path === frame.path || frame.path.startsWith(`${path}.`));
  if (frame.kind !== 'column') return say('Row {number, number}', { number: row + 1 });
  const columns = allBlocks({ blocks: rows[row]?.blocks ?? [] }).filter(({ kind }) => kind === 'column');
  const column = columns.findIndex(({ path }) => path === frame.path);
  return say('Row {row, number}, column {column, number}', { row: row + 1, column: column + 1 });
}
