import { type Condition, conditionEnd, printCondition } from './conditions.ts';
import { allBlocks, type Block, type BlockDocument, blockAround, findBlock, type Kind, sourceOf } from './document.ts';
import { attributeOf, type Element, isSelfClosed } from './elements.ts';
import {
  attributeChanges,
  changesOf,
  columnsOf,
  mostColumns,
  type Replacement,
  type ValueFault,
  type Values,
} from './values.ts';

/** A source after a change, and the index in it at which the block stands that was changed. */
export interface Edited {
  source: string;
  at: number;
}

/** MJML of a block that is added, without indentation. A leaf stands in a column. */
export interface Fragment {
  level: 'row' | 'leaf';
  mjml: string;
}

/** Returns the block that begins at an index. */
export const blockAt = (document: BlockDocument, at: number): Block | undefined =>
  allBlocks(document).find(({ element }) => element.start === at);

const replace = (source: string, changes: readonly Replacement[]): string =>
  changes
    .toReversed()
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: inner }) => text.slice(0, start) + inner + text.slice(end), source);

/** Index at which the text of a change begins when all changes are made. */
const placeOf = (change: Replacement, changes: readonly Replacement[]): number =>
  changes
    .filter(({ start }) => start < change.start)
    .reduce((sum, { start, end, text }) => sum + text.length - (end - start), change.start);

/** White space before an index. */
function leadAt(source: string, index: number): string {
  let start = index;
  while (start > 0 && /\s/.test(source.charAt(start - 1))) start--;
  return source.slice(start, index);
}

/** A line break and the indentation after it; empty if a source has no lines. */
function lineOf(lead: string): string {
  const at = lead.lastIndexOf('\n');
  return at === -1 ? '' : lead.slice(lead.charAt(at - 1) === '\r' ? at - 1 : at);
}

/** Sets values of a block. The rest of the source stays as it is. */
export function changeBlock(
  document: BlockDocument,
  block: Block,
  values: Values,
): { source: string } | { fault: ValueFault; value: string } {
  const found = changesOf(document, block, values);
  if ('fault' in found) return found;
  const columns = columnsOf(block);
  const count = Number(values.columns);
  const counted =
    columns !== undefined && Number.isInteger(count) && count >= 1 && count <= mostColumns
      ? columnChanges(document, block, columns, count)
      : [];
  return { source: replace(document.source, [...found.changes, ...counted]) };
}

/** Columns that are added are empty; what is in those that are taken away goes to the last one that stays. */
function columnChanges(document: BlockDocument, row: Block, columns: readonly Block[], count: number): Replacement[] {
  if (count === columns.length) return [];
  const { source } = document;
  const kept = columns.slice(0, count);
  const widths = kept.flatMap(({ element }) =>
    attributeOf(element, 'width') ? attributeChanges(element, 'width', '') : [],
  );
  if (count > columns.length) {
    const lead = columns.length > 0 ? leadAt(source, columns.at(-1)!.element.start) : '';
    const added = new Array(count - columns.length).fill('<mj-column></mj-column>').join(lead);
    return [...widths, insertion(source, row.element, columns.length, added)];
  }
  const last = kept.at(-1)!.element;
  const removed = columns.slice(count).map(({ element }) => element);
  const contents = removed.map(({ tagEnd, contentEnd }) => source.slice(tagEnd, contentEnd).trim()).filter(Boolean);
  const lead =
    last.children.length > 0 ? leadAt(source, last.children.at(-1)!.start) : `${lineOf(leadAt(source, last.start))}  `;
  const moved = contents.length > 0 ? [insertion(source, last, last.children.length, contents.join(lead))] : [];
  return [...widths, ...moved, ...removed.map((element) => removal(source, element))];
}

const removal = (source: string, { start, end }: Element): Replacement => ({
  start: start - leadAt(source, start).length,
  end,
  text: '',
});

/** Puts a text before the child of an element that has an index, or behind the last one, in a line of its own as they are. */
function insertion(source: string, around: Element, index: number, text: string): Replacement {
  const before = around.children[index - 1];
  if (before) return { start: before.end, end: before.end, text: leadAt(source, before.start) + text };
  const [first] = around.children;
  if (first) return { start: first.start, end: first.start, text: text + leadAt(source, first.start) };
  const line = lineOf(leadAt(source, around.start));
  const inner = line === '' ? text : `${line}  ${text}`;
  if (isSelfClosed(around)) {
    const slash = around.own.end - 2;
    const start = slash - leadAt(source, slash).length;
    return { start, end: around.own.end, text: `>${inner}${line}</${around.name}>` };
  }
  const content = source.slice(around.tagEnd, around.contentEnd);
  const end = content.trim() === '' ? around.contentEnd : around.tagEnd;
  return { start: around.tagEnd, end, text: end === around.contentEnd ? inner + line : inner };
}

export const removeBlock = (document: BlockDocument, { element }: Block): Edited => ({
  source: replace(document.source, [removal(document.source, element)]),
  at: element.start,
});

/**
 * Shows a block to some contacts only, or to everybody. Returns `undefined` if the condition cannot be said, or the block can
 * have none.
 */
export function setCondition(
  { source }: BlockDocument,
  { kind, element }: Block,
  condition: Condition | undefined,
): Edited | undefined {
  const { start, end, own } = element;
  const bare = source.slice(own.start, own.end);
  const code = condition && printCondition(condition);
  if (kind === 'column' || kind === 'group' || (condition !== undefined && code === undefined)) return undefined;
  const lead = leadAt(source, own.start);
  const text =
    code === undefined ? bare : `<mj-raw>${code}</mj-raw>${lead}${bare}${lead}<mj-raw>${conditionEnd}</mj-raw>`;
  return { source: source.slice(0, start) + text + source.slice(end), at: start };
}

export function duplicateBlock(document: BlockDocument, block: Block): Edited {
  const { source } = document;
  const { start, end } = block.element;
  const lead = leadAt(source, start);
  return { source: source.slice(0, end) + lead + source.slice(start, end) + source.slice(end), at: end + lead.length };
}

const indexIn = ({ path }: Block): number => Number(path.slice(path.lastIndexOf('.') + 1));

/**
 * Moves a block past its neighbor; from the end of a column into the next one, and a row out of its area. Returns `undefined`
 * if there is no place to go.
 */
export function moveBlock(document: BlockDocument, block: Block, direction: 'up' | 'down'): Edited | undefined {
  const around = blockAround(document, block);
  const siblings = around?.blocks ?? document.blocks;
  const index = indexIn(block);
  const other = siblings[direction === 'up' ? index - 1 : index + 1];
  if (other !== undefined)
    return direction === 'up' ? swap(document, other, block, true) : swap(document, block, other, false);
  if (around?.kind === 'column') {
    const columns = allBlocks(document).filter(({ kind }) => kind === 'column');
    const at = columns.findIndex(({ path }) => path === around.path);
    const next = columns[direction === 'up' ? at - 1 : at + 1];
    return next && moveInto(document, block, next.path, direction === 'up' ? next.blocks.length : 0);
  }
  if (around?.kind !== 'area') return undefined;
  return moveInto(document, block, '', indexIn(around) + (direction === 'up' ? 0 : 1));
}

/** Changes the places of two neighbors; what stands between them stays there. */
function swap(
  { source }: BlockDocument,
  { element: one }: Block,
  { element: other }: Block,
  isSecond: boolean,
): Edited {
  const [first, between, second] = [
    source.slice(one.start, one.end),
    source.slice(one.end, other.start),
    source.slice(other.start, other.end),
  ];
  return {
    source: source.slice(0, one.start) + second + between + first + source.slice(other.end),
    at: isSecond ? one.start : one.start + second.length + between.length,
  };
}

/** Reports whether a block may stand in another one; `undefined` is the mailing itself. */
export function fits(document: BlockDocument, block: Block, frame: Block | undefined): boolean {
  const around = blockAround(document, block);
  if (document.body === undefined || (frame !== undefined && frame.path === around?.path))
    return document.body !== undefined;
  const kind = frame?.kind ?? 'body';
  const wanted: Partial<Record<Kind, readonly string[]>> = {
    area: ['body'],
    row: ['body', 'area'],
    column: (frame?.blocks.length ?? 0) < mostColumns ? ['row', 'group'] : [],
    group: [],
  };
  return (wanted[block.kind] ?? (around?.kind === 'column' ? ['column'] : [])).includes(kind);
}

/** Moves a block to a place among the blocks of another one, as they are before; `''` is the mailing itself. */
export function moveInto(document: BlockDocument, block: Block, path: string, index: number): Edited | undefined {
  const { source, body } = document;
  const frame = path === '' ? undefined : findBlock(document, path);
  if (body === undefined || (path !== '' && frame === undefined) || !fits(document, block, frame)) return undefined;
  const around = blockAround(document, block);
  const own = indexIn(block);
  const place = Math.max(0, Math.min(index, (frame?.blocks ?? document.blocks).length));
  if (around?.path === frame?.path && (place === own || place === own + 1)) return { source, at: block.element.start };
  const text = sourceOf(document, block);
  const put = insertion(source, frame?.element ?? body, place, text);
  const changes = [removal(source, block.element), put];
  return { source: replace(source, changes), at: placeOf(put, changes) + put.text.indexOf(text) };
}

/** Adds a block behind another one, in a row of its own where none can hold it; at the end if there is no other one. */
export function addBlock(
  document: BlockDocument,
  after: Block | undefined,
  { level, mjml }: Fragment,
): Edited | undefined {
  const { source, body } = document;
  if (body === undefined) return undefined;
  const around = after && blockAround(document, after);
  if (level === 'leaf') {
    if (after?.kind === 'column') return insert(source, after.element, after.blocks.length, mjml, 0);
    if (after && around?.kind === 'column') return insert(source, around.element, indexIn(after) + 1, mjml, 0);
  }
  const start = '<mj-section>\n  <mj-column>\n    ';
  const row = level === 'row' ? mjml : `${start}${mjml}\n  </mj-column>\n</mj-section>`;
  const skipped = level === 'row' ? 0 : 2;
  if (after?.kind === 'area') return insert(source, after.element, after.blocks.length, row, skipped);
  let beside = after;
  for (let up = around; up !== undefined && up.kind !== 'area'; up = blockAround(document, up)) beside = up;
  const frame = beside && blockAround(document, beside);
  const index = beside ? indexIn(beside) + 1 : document.blocks.length;
  return insert(source, frame?.element ?? body, index, row, skipped);
}

/** Inserts lines of MJML. The block that is looked at begins with the tag behind `skipped` others. */
function insert(source: string, around: Element, index: number, mjml: string, skipped: number): Edited {
  const near = around.children[index - 1] ?? around.children[0];
  const line = near ? lineOf(leadAt(source, near.start)) : indented(lineOf(leadAt(source, around.start)));
  const text = mjml.replaceAll('\n', line === '' ? '\n' : line);
  const put = insertion(source, around, index, text);
  let at = put.text.indexOf(text);
  for (let tag = 0; tag < skipped; tag++) at = put.text.indexOf('<', at + 1);
  return { source: replace(source, [put]), at: put.start + at };
}

const indented = (line: string) => (line === '' ? '' : `${line}  `);
