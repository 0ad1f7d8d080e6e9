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
  return {
    local,
    uri,
    parentUri,
    tellsNamespace: prefix !== '' || declared.some(([key]) => key === ''),
    scope,
    attributes: written,
    text: elements.map((each) => (each.name === CDATA ? textOf(each.elements) : each.text)).join(''),
    plainText: textOf(elements),
    children: elements
      .filter(({ type, name: written }) => type === 'element' && written !== CDATA)
      .map((child) => toNode(child, scope, uri)),
  };
}

function textOf(elements: readonly XmlJsElement[] = []): string {
  return elements.map(({ text = '' }) => text).join('');
}
