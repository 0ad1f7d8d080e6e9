import { attributeOf, type Element, readElements, type Span } from './elements.ts';
import { type Dress, plainDress } from './read-rich-text.ts';
import { readLine, readRichText } from './rich-text.ts';

/** Kinds of blocks that have other blocks. */
type Frame = 'area' | 'row' | 'group' | 'column';
/** Kinds of blocks with contents of their own. */
type Leaf = 'heading' | 'text' | 'quote' | 'footer' | 'social' | 'image' | 'button' | 'divider' | 'spacer' | 'code';
export type Kind = Frame | Leaf;

/** Words within a block that people write. */
interface BlockText {
  notation: string;
  dress: Dress;
  /** Where the words stand in the source, without what is around them. */
  span: Span;
  /** Level of a heading, such as `h2`, and where its two tags have it. */
  level?: { name: string; spans: readonly Span[] };
}

/** A part of a mailing that people change, move and remove as a whole. */
export interface Block {
  kind: Kind;
  /** Places of the block and those around it among their neighbors: `0.1.2`. */
  path: string;
  element: Element;
  text?: BlockText;
  blocks: Block[];
}

/** The source of a mailing as blocks. What is not of a block that changes stays as it is, byte for byte. */
export interface BlockDocument {
  source: string;
  /** What the blocks stand in; absent if the source is one block of code. */
  body: Element | undefined;
  blocks: Block[];
  /** Values of attributes that a block does not name itself, by element and name (`mj-attributes`). */
  defaults: ReadonlyMap<string, string>;
}

/** Longest source in characters that is shown as blocks; mail apps cut mails of a fifth of that. */
const longestSource = 500_000;
/** Most blocks that are shown. */
const mostBlocks = 1000;

/** What each element has as blocks; elements that do not belong there are code. */
const frames: Record<string, { kind: Frame; within: readonly string[] }> = {
  'mj-wrapper': { kind: 'area', within: ['mj-body'] },
  'mj-section': { kind: 'row', within: ['mj-body', 'mj-wrapper'] },
  'mj-group': { kind: 'group', within: ['mj-section'] },
  'mj-column': { kind: 'column', within: ['mj-section', 'mj-group'] },
};

/** Reads MJML as blocks, in time that grows with its length only. A text that is no complete MJML is one block of code. */
export function readBlocks(source: string): BlockDocument {
  const top = readElements(source);
  const root = top?.find(({ name }) => name === 'mjml');
  const body = root?.children.find(({ name }) => name === 'mj-body');
  if (root === undefined || body === undefined) {
    const whole = { start: 0, end: source.length, tagEnd: 0, contentEnd: source.length };
    const element = { name: '', ...whole, own: whole, attributes: [], children: [] };
    return { source, body: undefined, blocks: [{ kind: 'code', path: '0', element, blocks: [] }], defaults: new Map() };
  }
  return { source, body, blocks: blocksIn(source, body, ''), defaults: readDefaults(root) };
}

function blocksIn(source: string, around: Element, prefix: string): Block[] {
  return around.children.map((element, index) => {
    const path = `${prefix}${index}`;
    const frame = Object.hasOwn(frames, element.name) ? frames[element.name] : undefined;
    if (frame?.within.includes(around.name))
      return { kind: frame.kind, path, element, blocks: blocksIn(source, element, `${path}.`) };
    // Only columns have contents, and the code of a mailing may stand anywhere.
    const read = around.name === 'mj-column' ? readLeaf(source, element) : { kind: 'code' as const };
    return { path, element, blocks: [], ...read };
  });
}

function readDefaults(root: Element): Map<string, string> {
  const heads = root.children.filter(({ name }) => name === 'mj-head');
  const all = heads.flatMap(({ children }) => children).filter(({ name }) => name === 'mj-attributes');
  return new Map(
    all.flatMap(({ children }) =>
      children.flatMap((element) =>
        element.attributes.map(({ name, value }): [string, string] => [`${element.name} ${name}`, value]),
      ),
    ),
  );
}

const plain: Record<string, Leaf> = { 'mj-image': 'image', 'mj-divider': 'divider', 'mj-spacer': 'spacer' };

function readLeaf(source: string, element: Element): { kind: Leaf; text?: BlockText } {
  const { name } = element;
  if (name === 'mj-text') return readText(source, element) ?? { kind: 'code' };
  if (name === 'mj-button') {
    const span = trimmedSpan(source, { start: element.tagEnd, end: element.contentEnd });
    const text = readLine(source.slice(span.start, span.end));
    // A button is a link itself.
    return text && !/(?<!\\)\]\(/.test(text.notation) ? { kind: 'button', text: { ...text, span } } : { kind: 'code' };
  }
  return { kind: (Object.hasOwn(plain, name) && plain[name]) || 'code' };
}

/** A span without the white space at its ends. */
function trimmedSpan(source: string, { start, end }: Span): Span {
  const text = source.slice(start, end);
  const from = start + text.length - text.trimStart().length;
  return { start: from, end: Math.max(from, start + text.trimEnd().length) };
}

const framed = /^<(h[1-6]|blockquote)((?:\s[^<>]*)?)>/i;
/** What makes a text the links to other networks. */
export const socialClass = 'social-links';

function readText(source: string, element: Element): { kind: Leaf; text: BlockText } | undefined {
  const span = trimmedSpan(source, { start: element.tagEnd, end: element.contentEnd });
  const inner = source.slice(span.start, span.end);
  const [start, name] = framed.exec(inner) ?? [];
  if (start !== undefined && name !== undefined) {
    const end = `</${name}>`;
    if (!inner.endsWith(end)) return undefined;
    const own = trimmedSpan(source, { start: span.start + start.length, end: span.end - end.length });
    const html = source.slice(own.start, own.end);
    if (own.start + end.length > span.end) return undefined;
    const isHeading = name.toLowerCase() !== 'blockquote';
    const text = isHeading ? readLine(html) : readRichText(html);
    if (text === undefined) return undefined;
    if (!isHeading) return { kind: 'quote', text: { ...text, span: own } };
    const spans = [span.start + 1, span.end - 1 - name.length].map((at) => ({ start: at, end: at + name.length }));
    return { kind: 'heading', text: { ...text, span: own, level: { name: name.toLowerCase(), spans } } };
  }
  const text = inner === '' ? { notation: '', dress: plainDress } : readRichText(inner);
  if (text === undefined) return undefined;
  const classes = attributeOf(element, 'css-class')?.value.split(/\s+/) ?? [];
  if (classes.includes(socialClass) && readSocial(text.notation) !== undefined)
    return { kind: 'social', text: { ...text, span } };
  const isFooter = /\[\[LINK\|UNSUBSCRIBE/i.test(text.notation);
  return { kind: isFooter ? 'footer' : 'text', text: { ...text, span } };
}

/** Networks that people have pages at. */
export const networks = [
  'Facebook',
  'Instagram',
  'LinkedIn',
  'YouTube',
  'TikTok',
  'X',
  'Mastodon',
  'WhatsApp',
] as const;
const between = ' · ';

/** Addresses of the networks that a text links to, or `undefined` if it has anything else. */
export function readSocial(notation: string): Map<string, string> | undefined {
  const links = new Map<string, string>();
  if (notation === '') return links;
  for (const part of notation.split(between)) {
    const [, label = '', address = ''] = /^\[(\w+)\]\((\S+)\)$/.exec(part) ?? [];
    if (!(networks as readonly string[]).includes(label) || links.has(label)) return undefined;
    links.set(label, address.replaceAll(/\\([\\()[\]])/g, '$1'));
  }
  return links;
}

/** Text with links to networks. */
export const writeSocial = (links: ReadonlyMap<string, string>): string =>
  [...links].map(([label, address]) => `[${label}](${address.replaceAll(/[\\()[\]]/g, '\\$&')})`).join(between);

/** All blocks of a document in the order of the source. */
export const allBlocks = ({ blocks }: Pick<BlockDocument, 'blocks'>): Block[] =>
  blocks.flatMap((block) => [block, ...allBlocks(block)]);

/** Reads a source as blocks, or returns `undefined` if there are too many of them for a page. */
export function readShownBlocks(source: string): BlockDocument | undefined {
  const document = source.length > longestSource ? undefined : readBlocks(source);
  return document && allBlocks(document).length <= mostBlocks ? document : undefined;
}

/** Returns the block at a path, or `undefined` if there is none. */
export function findBlock(document: BlockDocument, path: string): Block | undefined {
  let [within, found]: [Block[], Block | undefined] = [document.blocks, undefined];
  for (const index of path.split('.')) {
    found = /^\d{1,7}$/.test(index) ? within[Number(index)] : undefined;
    within = found?.blocks ?? [];
  }
  return found;
}

/** Returns the block around another one, or `undefined` at the top. */
export const blockAround = (document: BlockDocument, { path }: Block): Block | undefined =>
  path.includes('.') ? findBlock(document, path.slice(0, path.lastIndexOf('.'))) : undefined;

/** The source of a block. */
export const sourceOf = ({ source }: BlockDocument, { element }: Block): string =>
  source.slice(element.start, element.end);
