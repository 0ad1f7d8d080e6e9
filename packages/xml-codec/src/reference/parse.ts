import { xml2js } from 'xml-js';
import { XmlError } from '../error.ts';
import type { DecodeOptions } from '../limits.ts';
import { CDATA, canonical, fromAscii } from './canonical.ts';

/** An element: names without prefix, text in one piece, nothing else. */
export interface Node {
  local: string;
  /** Namespace; '' for none, undefined when the prefix is not declared. */
  uri: string | undefined;
  /** Namespace of the parent. */
  parentUri: string | undefined;
  /** Has a prefix, or declares the default namespace itself. */
  tellsNamespace: boolean;
  /** Namespaces by prefix. */
  scope: Scope;
  /** By name as written, with prefix. */
  attributes: [name: string, value: string][];
  text: string;
  /** The text without that in CDATA sections. */
  plainText: string;
  children: Node[];
  /** Texts and child elements in document order. */
  content: (string | Node)[];
  /** Name as written. */
  name: string;
}

type Scope = ReadonlyMap<string, string>;

interface XmlJsElement {
  type?: string;
  name?: string;
  text?: string | number;
  attributes?: Record<string, string>;
  elements?: XmlJsElement[];
}

/** The tree of a document, by xml-js in its unambiguous form, from a document that is known to be strict. */
export function parse(xml: string | Uint8Array, limits?: DecodeOptions): Node {
  const tree = xml2js(canonical(xml, limits), { compact: false, captureSpacesBetweenElements: true }) as XmlJsElement;
  const [root] = tree.elements ?? [];
  if (!root) throw new XmlError('malformed', 'there is no root element');
  return toNode(root, new Map([['', '']]), undefined);
}

function toNode({ name = '', attributes = {}, elements = [] }: XmlJsElement, outer: Scope, parentUri?: string): Node {
  const written = Object.entries(attributes).map(([key, value]): [string, string] => [fromAscii(key), value]);
  const declared = written.filter(([key]) => /^xmlns(:|$)/.test(key)).map(([key, uri]) => [key.slice(6), uri] as const);
  const scope = new Map([...outer, ...declared]);
  const [local = '', prefix = ''] = fromAscii(name).split(':').reverse();
  const uri = scope.get(prefix);
  const content = elements.flatMap((each): (string | Node)[] => {
    if (each.type === 'text') return [String(each.text)];
    return each.name === CDATA ? [textOf(each.elements)] : [toNode(each, scope, uri)];
  });
  return {
    local,
    uri,
    parentUri,
    tellsNamespace: prefix !== '' || declared.some(([key]) => key === ''),
    scope,
    attributes: written,
    text: elements.map((each) => (each.name === CDATA ? textOf(each.elements) : each.text)).join(''),
    plainText: textOf(elements),
    name: fromAscii(name),
    content,
    children: content.filter((each) => typeof each !== 'string'),
  };
}

/** The inside of an element as a document's own text: its elements declare all that is declared outside. */
export function rawOf({ content, scope }: Node): string {
  return content.map((each) => (typeof each === 'string' ? escaped(each) : rawElement(each, scope))).join('');
}

function rawElement(node: Node, outer: Scope): string {
  const names = node.attributes.map(([key]) => key);
  const missing = [...outer]
    .filter(([prefix, uri]) => uri !== '' && !names.includes(prefix ? `xmlns:${prefix}` : 'xmlns'))
    .map(([prefix, uri]): [string, string] => [prefix ? `xmlns:${prefix}` : 'xmlns', uri]);
  const all = [...missing, ...node.attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
  const inside = node.content
    .map((each) => (typeof each === 'string' ? escaped(each) : rawElement(each, new Map())))
    .join('');
  return `<${node.name}${all}>${inside}</${node.name}>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"\r]/g, (c) => `&#${c.charCodeAt(0)};`);
}

function textOf(elements: readonly XmlJsElement[] = []): string {
  return elements.map(({ text = '' }) => text).join('');
}
