import { xml2js } from 'xml-js';
import { XmlError } from '../error.ts';
import type { Limits } from '../limits.ts';
import { canonical, fromAscii } from './canonical.ts';

/** An element: names without prefix, text in one piece, nothing else. */
export interface Node {
  local: string;
  /** By name as written, with prefix. */
  attributes: [name: string, value: string][];
  text: string;
  children: Node[];
}

interface XmlJsElement {
  type?: string;
  name?: string;
  text?: string | number;
  attributes?: Record<string, string>;
  elements?: XmlJsElement[];
}

/** The tree of a document, by xml-js in its unambiguous form, from a document that is known to be strict. */
export function parse(xml: string | Uint8Array, limits?: Partial<Limits>): Node {
  const tree = xml2js(canonical(xml, limits), { compact: false, captureSpacesBetweenElements: true }) as XmlJsElement;
  const [root] = tree.elements ?? [];
  if (!root) throw new XmlError('malformed', 'there is no root element');
  return toNode(root);
}

function toNode({ name = '', attributes = {}, elements = [] }: XmlJsElement): Node {
  return {
    local: fromAscii(name).replace(/^.*:/, ''),
    attributes: Object.entries(attributes).map(([key, value]) => [fromAscii(key), value]),
    text: elements.map(({ type, text }) => (type === 'text' ? text : '')).join(''),
    children: elements.filter(({ type }) => type === 'element').map(toNode),
  };
}
