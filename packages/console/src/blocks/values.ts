import { type Block, type BlockDocument, networks, readSocial, writeSocial } from './document.ts';
import { attributeOf, type Element, isSelfClosed, type Span } from './elements.ts';
import { printLine, printRichText } from './rich-text.ts';
import { linkAddress, printAttribute } from './tags.ts';

/** What people can set of a block, by name. */
export type Values = Record<string, string>;

export type ValueFault = 'link' | 'characters' | 'color' | 'size';

/** A part of a source and what comes in its place. */
export interface Replacement extends Span {
  text: string;
}

/** Attributes of each kind that people set. */
const attributes: Partial<Record<Block['kind'], readonly string[]>> = {
  area: ['background-color'],
  row: ['background-color'],
  heading: ['align'],
  text: ['align'],
  quote: ['align'],
  footer: ['align'],
  social: ['align'],
  image: ['src', 'alt', 'href', 'width'],
  button: ['href', 'background-color', 'color', 'align'],
  divider: ['border-color'],
  spacer: ['height'],
};

/** What MJML takes where nothing is said. */
const builtIn: Record<string, string> = {
  'mj-text align': 'left',
  'mj-button align': 'center',
  'mj-button background-color': '#414141',
  'mj-button color': '#ffffff',
  'mj-divider border-color': '#000000',
  'mj-spacer height': '20px',
};

/** Most columns that a row gets. */
export const mostColumns = 4;

/** Returns the columns of a row whose number can be changed, or `undefined` if it has something else. */
export const columnsOf = ({ kind, blocks }: Block): Block[] | undefined =>
  kind === 'row' && blocks.length <= mostColumns && blocks.every((each) => each.kind === 'column') ? blocks : undefined;

/** Returns what people can set of a block, as it is. */
export function valuesOf(document: BlockDocument, block: Block): Values {
  const { kind, element, text } = block;
  if (kind === 'code') return { source: document.source.slice(element.own.start, element.own.end) };
  const values: Values = {};
  if (kind === 'social') {
    const links = readSocial(text!.notation)!;
    for (const network of networks) values[network] = links.get(network) ?? '';
  } else if (text !== undefined) values.text = text.notation;
  if (text?.level !== undefined) values.level = text.level.name;
  for (const name of attributes[kind] ?? []) values[name] = attributeValue(document, element, name);
  const columns = columnsOf(block);
  if (columns !== undefined) values.columns = String(columns.length);
  return values;
}

function attributeValue({ defaults }: BlockDocument, element: Element, name: string): string {
  const key = `${element.name} ${name}`;
  // What `mj-all` says holds for each element that says nothing.
  return attributeOf(element, name)?.value ?? defaults.get(key) ?? defaults.get(`mj-all ${name}`) ?? builtIn[key] ?? '';
}

/**
 * Returns what changes in the source if a block gets other values; those that are as they were change nothing. The number of
 * columns is not a matter of the element alone (`edits.ts`).
 */
export function changesOf(
  document: BlockDocument,
  block: Block,
  wanted: Values,
): { changes: Replacement[] } | { fault: ValueFault; value: string } {
  const before = valuesOf(document, block);
  const { kind, element } = block;
  const changed = Object.entries(wanted).filter(
    ([name, value]) => Object.hasOwn(before, name) && before[name] !== value,
  );
  if (changed.length === 0) return { changes: [] };
  const after = { ...before, ...Object.fromEntries(changed) };
  if (kind === 'code') return { changes: [{ ...element.own, text: after.source! }] };
  const changes: Replacement[] = [];
  for (const [name, value] of changed) {
    if (!(attributes[kind] ?? []).includes(name)) continue;
    const checked = checkedValue(name, value);
    if (checked === undefined) return { fault: faultOf(name), value };
    changes.push(...attributeChanges(element, name, checked));
  }
  const words = changedWords(block, before, after);
  if ('fault' in words) return words;
  return { changes: [...changes, ...words.changes] };
}

function changedWords(
  { kind, element, text }: Block,
  before: Values,
  after: Values,
): { changes: Replacement[] } | { fault: ValueFault; value: string } {
  if (text === undefined) return { changes: [] };
  const changes: Replacement[] = [];
  const { level = '' } = after;
  if (level !== before.level && /^h[1-6]$/.test(level))
    changes.push(...(text.level?.spans ?? []).map((span) => ({ ...span, text: level })));
  let notation = after.text ?? '';
  if (kind === 'social') {
    const links = networks.flatMap((name): [string, string][] => (after[name] ? [[name, after[name].trim()]] : []));
    const wrong = links.find(([, address]) => linkAddress(address) === undefined);
    if (wrong) return { fault: 'link', value: wrong[1] };
    notation = writeSocial(new Map(links));
    if (networks.every((name) => after[name] === before[name])) return { changes };
  } else if (after.text === before.text) return { changes };
  const isLine = kind === 'heading' || kind === 'button';
  const printed = isLine
    ? printLine(notation, text.dress, { links: kind === 'heading' })
    : printRichText(notation, text.dress);
  if ('fault' in printed) return printed;
  changes.push(contentChange(element, text.span, printed.html));
  return { changes };
}

/** Puts words into an element, which gets an end tag if it has none. */
function contentChange(element: Element, span: Span, text: string): Replacement {
  if (!isSelfClosed(element)) return { ...span, text };
  return { start: element.own.end - 2, end: element.own.end, text: `>${text}</${element.name}>` };
}

const faultOf = (name: string): ValueFault =>
  name === 'href' || name === 'src' ? 'link' : name === 'width' || name === 'height' ? 'size' : 'color';

/** Returns the value that an attribute gets, empty if it is taken away, or `undefined` if it cannot be that. */
function checkedValue(name: string, value: string): string | undefined {
  const typed = value.trim();
  if (name === 'alt') return value;
  if (typed === '') return '';
  if (name === 'href' || name === 'src') return linkAddress(typed);
  if (name === 'width' || name === 'height') {
    if (/^\d{1,4}$/.test(typed)) return `${typed}px`;
    return /^\d{1,4}px$/.test(typed) ? typed : undefined;
  }
  if (name === 'align') return ['left', 'center', 'right', 'justify'].includes(typed) ? typed : undefined;
  return /^(?:#[\da-f]{3,8}|[a-z]{3,30}|rgba?\([\d., %]{5,40}\))$/i.test(typed) ? typed : undefined;
}

/** Sets, adds or removes an attribute; the address of an image and its text for those who do not see it may be empty. */
export function attributeChanges(element: Element, name: string, value: string): Replacement[] {
  const known = attributeOf(element, name);
  if (value === '' && name !== 'alt' && name !== 'src')
    return known ? [{ start: known.start - 1, end: known.end, text: '' }] : [];
  const printed = printAttribute(name, value);
  if (known) return [{ start: known.start, end: known.end, text: printed }];
  const end = element.attributes.at(-1)?.end ?? element.own.start + 1 + element.name.length;
  return [{ start: end, end, text: ` ${printed}` }];
}
