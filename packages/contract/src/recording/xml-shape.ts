import type { JsonSchema } from '@mailwright/codegen/description';
import type { parse } from '@mailwright/xml-codec/reference';
import { singular } from '../contract/names.ts';
import {
  addText,
  countMember,
  type Members,
  mergeMembers,
  mergeShape,
  newShape,
  type Shape,
  textSchema,
} from './shape.ts';

type Node = ReturnType<typeof parse>;

/** Merged form of many elements of one name. Holds names and types, never a value. */
export interface ElementShape {
  name: string;
  /** Namespace and prefix of the first. */
  namespace?: { namespace: string; prefix?: string };
  count: number;
  attributes: Members;
  children: Map<string, Child>;
  text: Shape;
  /** Some elements have text beside attributes or children. */
  hasText: boolean;
}

interface Child {
  /** Number of parents that have the child. */
  count: number;
  /** Some parent has several elements of this name. */
  isMany: boolean;
  element: ElementShape;
}

export function newElement({ local, uri, name }: Pick<Node, 'local' | 'uri' | 'name'>): ElementShape {
  const prefix = name.includes(':') ? { prefix: name.split(':')[0]! } : {};
  return {
    name: local,
    ...(uri && { namespace: { namespace: uri, ...prefix } }),
    count: 0,
    attributes: new Map(),
    children: new Map(),
    text: newShape(),
    hasText: false,
  };
}

/** Adds an element with all that is in it to the shape. */
export function addElement(shape: ElementShape, node: Node): void {
  shape.count++;
  for (const [name, value] of node.attributes.filter(([each]) => !/^(xmlns|xsi|xml)(:|$)/.test(each)))
    addText(countMember(shape.attributes, name), value);
  if (node.children.length === 0) addText(shape.text, node.text.trim());
  if (node.text.trim() !== '') shape.hasText = true;
  for (const [local, nodes] of Map.groupBy(node.children, (each) => each.local)) {
    const child = shape.children.get(local) ?? { count: 0, isMany: false, element: newElement(nodes[0]!) };
    child.count++;
    child.isMany ||= nodes.length > 1 || (local !== node.local && local === singular(node.local));
    for (const each of nodes) addElement(child.element, each);
    shape.children.set(local, child);
  }
}

/** Adds all that another shape has seen. */
export function mergeElement(into: ElementShape, from: ElementShape): void {
  into.count += from.count;
  into.hasText ||= from.hasText;
  mergeShape(into.text, from.text);
  mergeMembers(into.attributes, from.attributes);
  for (const [name, { count, isMany, element }] of from.children) {
    const child = into.children.get(name);
    if (!child) into.children.set(name, { count, isMany, element });
    else {
      child.count += count;
      child.isMany ||= isMany;
      mergeElement(child.element, element);
    }
  }
}

/** Schema of a document with this root element. */
export function documentSchema(root: ElementShape): JsonSchema {
  return withXml(elementSchema(root), { name: root.name, ...root.namespace });
}

function elementSchema(shape: ElementShape): JsonSchema {
  const { count, attributes, children, text, hasText } = shape;
  if (attributes.size === 0 && children.size === 0) return textSchema(text);
  const properties: Record<string, JsonSchema> = {};
  const required: string[] = [];
  for (const [name, attribute] of attributes) {
    const key = children.has(name) ? `${name}Attribute` : name.replace(':', '_');
    properties[key] = withXml(textSchema(attribute.shape), { ...(key !== name && { name }), attribute: true });
    if (attribute.count === count) required.push(key);
  }
  for (const [name, child] of children) {
    properties[name] = childSchema(child);
    if (child.count === count && !child.isMany) required.push(name);
  }
  if (hasText) properties[children.has('text') || attributes.has('text') ? 'ownText' : 'text'] = ownText(text);
  return { type: 'object', properties, ...(required.length > 0 && { required }) };
}

const ownText = (text: Shape): JsonSchema => ({ ...textSchema(text), 'x-xml-text': true });

function childSchema({ isMany, element }: Child): JsonSchema {
  if (isMany) return { type: 'array', items: withXml(elementSchema(element), element.namespace) };
  const [only, other] = [...element.children.values()];
  const isWrapper = only?.isMany && other === undefined && element.attributes.size === 0 && !element.hasText;
  if (!isWrapper) return withXml(elementSchema(element), element.namespace);
  const item = withXml(elementSchema(only.element), { name: only.element.name, ...only.element.namespace });
  return withXml({ type: 'array', items: item }, { wrapped: true, ...element.namespace });
}

const withXml = (schema: JsonSchema, xml: object = {}): JsonSchema =>
  Object.keys(xml).length === 0 ? schema : { ...schema, xml };
