import { Tokenizer } from 'htmlparser2';
import { type Condition, conditionEnd, readCondition } from './conditions.ts';

type Callbacks = ConstructorParameters<typeof Tokenizer>[1];

const ignore = () => {};
/** Callbacks for readers that need a few only. */
export const ignoreAll: Callbacks = {
  onattribname: ignore,
  onattribdata: ignore,
  onattribend: ignore,
  onattribentity: ignore,
  oncdata: ignore,
  onclosetag: ignore,
  oncomment: ignore,
  ondeclaration: ignore,
  onend: ignore,
  onopentagend: ignore,
  onopentagname: ignore,
  onprocessinginstruction: ignore,
  onselfclosingtag: ignore,
  ontext: ignore,
  ontextentity: ignore,
};

/** A part of a source: indexes of its first character, and of the one behind its last. */
export interface Span {
  start: number;
  end: number;
}

export interface Attribute extends Span {
  name: string;
  /** Its text, with character references resolved. */
  value: string;
}

/** An element of MJML and where it stands. */
export interface Element extends Span {
  name: string;
  /** The element itself; the span of the whole has the condition around it as well. */
  own: Span;
  /** Who gets it; absent if everybody does. */
  condition?: Condition;
  /** Index behind the start tag. */
  tagEnd: number;
  /** Index of the end tag; that of `tagEnd` if the element has none (`<mj-column />`). */
  contentEnd: number;
  attributes: Attribute[];
  /** Elements within, if it is one that has other elements; what is in others is their content. */
  children: Element[];
}

/** Elements that are read into. */
const containers = new Set([
  'mjml',
  'mj-head',
  'mj-attributes',
  'mj-body',
  'mj-wrapper',
  'mj-section',
  'mj-group',
  'mj-column',
]);

/** Reports whether an element was written without an end tag: `<mj-column />`. */
export const isSelfClosed = ({ own, tagEnd }: Element): boolean => own.end === tagEnd;

export const attributeOf = ({ attributes }: Element, wanted: string): Attribute | undefined =>
  attributes.find(({ name }) => name === wanted);

/**
 * Reads the elements of a source in one walk, in time that grows with its length only. Returns `undefined` if start and end
 * tags do not fit together.
 */
export function readElements(source: string): Element[] | undefined {
  const top: Element[] = [];
  const open: Element[] = [];
  /** Elements of the name of the last open one within it, which is not read into. */
  let inner = 0;
  let [isBroken, tag, attribute]: [boolean, Element | undefined, Attribute | undefined] = [false, undefined, undefined];
  const leaf = () => (open.length > 0 && !containers.has(open.at(-1)!.name) ? open.at(-1) : undefined);

  const endOfTag = (end: number, isEmpty: boolean) => {
    const began = tag!;
    tag = undefined;
    const around = leaf();
    if (around !== undefined) {
      if (!isEmpty && began.name === around.name) inner++;
      return;
    }
    Object.assign(began, { tagEnd: end + 1, contentEnd: end + 1, end: end + 1 });
    (open.at(-1)?.children ?? top).push(began);
    if (!isEmpty) open.push(began);
  };
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: true },
    {
      ...ignoreAll,
      onopentagname: (start, end) => {
        const name = source.slice(start, end);
        const span = { start: start - 1, end };
        tag = { name, ...span, own: span, tagEnd: end, contentEnd: end, attributes: [], children: [] };
      },
      onattribname: (start, end) => {
        attribute = { name: source.slice(start, end), value: '', start, end };
      },
      onattribdata: (start, end) => {
        if (attribute) attribute.value += source.slice(start, end);
      },
      onattribentity: (code) => {
        if (attribute) attribute.value += String.fromCodePoint(code);
      },
      onattribend: (quote, end) => {
        if (attribute && tag) tag.attributes.push(quote === 0 ? attribute : { ...attribute, end });
        attribute = undefined;
      },
      onopentagend: (end) => endOfTag(end, false),
      onselfclosingtag: (end) => endOfTag(end, true),
      onclosetag: (start, end) => {
        const name = source.slice(start, end).trim();
        const last = open.at(-1);
        if (name !== last?.name) {
          if (leaf() === undefined) isBroken = true;
          return;
        }
        if (inner > 0) {
          inner--;
          return;
        }
        open.pop();
        last.contentEnd = source.lastIndexOf('</', start);
        last.end = source.indexOf('>', end) + 1;
        if (last.end === 0) isBroken = true;
      },
    },
  );
  tokenizer.write(source);
  tokenizer.end();
  return isBroken || open.length > 0 ? undefined : complete(source, top, '');
}

/** Elements whose parts may have conditions; the code of one may stand between them. */
const conditional = new Set(['mj-body', 'mj-wrapper', 'mj-column']);

/** Takes each element together with the condition around it. */
function complete(source: string, elements: readonly Element[], around: string): Element[] {
  const read = elements.map((element): Element => {
    const { name, start, end, children } = element;
    return { ...element, own: { start, end }, children: complete(source, children, name) };
  });
  if (!conditional.has(around)) return read;
  const whole: Element[] = [];
  for (let index = 0; index < read.length; index++) {
    const [first, element, last] = read.slice(index, index + 3);
    const condition = last && codeOf(source, last) === conditionEnd ? readCondition(codeOf(source, first!)) : undefined;
    if (condition === undefined || element!.name === 'mj-raw') {
      whole.push(first!);
      continue;
    }
    whole.push({ ...element!, start: first!.start, end: last!.end, condition });
    index += 2;
  }
  return whole;
}

/** The code of `mj-raw` as people write conditions; empty for other elements. */
const codeOf = (source: string, { name, tagEnd, contentEnd, attributes }: Element): string =>
  name === 'mj-raw' && attributes.length === 0 ? source.slice(tagEnd, contentEnd) : '';
