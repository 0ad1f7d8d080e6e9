import { XmlError, type XmlErrorCode } from '../error.ts';
import type { DecodeOptions } from '../limits.ts';
import { XSI } from '../namespaces.ts';
import type { Choice, Content, Element, ObjectContent, PlanSet, Property, QName, ScalarType } from '../plan/index.ts';
import { isXsiType } from '../plan/names.ts';
import { meantType, type NamedType } from '../xsi-type.ts';
import { type Node, rawOf } from './parse.ts';
import { unusual } from './values.ts';

/** Values of nodes, as the plan says. `path` leads to the node, for messages. */
export class Decoder {
  readonly #plans: PlanSet;
  /** Compares names without their namespaces. */
  readonly #ignore: boolean;

  readonly #onUnknown: DecodeOptions['onUnknown'];

  constructor(plans: PlanSet, { namespaces, onUnknown }: DecodeOptions = {}) {
    this.#plans = plans;
    this.#ignore = namespaces === 'ignore';
    this.#onUnknown = onUnknown;
  }

  element({ nullable, content }: Omit<Element, 'name'>, node: Node, path: string, optional = false): unknown {
    const written = ['nil', 'xsi:nil'].map((nil) => node.attributes.find(([name]) => name === nil)?.[1]);
    const nil = written[0] ?? written[1] ?? attribute(node, NIL, path, this.#ignore);
    if (nil !== undefined && /^(true|1)$/i.test(nil.trim())) {
      if (!nullable) return fail('type', path, 'must not be nil');
      if (node.text !== '' || node.children.length > 0) return fail('type', path, 'is nil and yet has content');
      return null;
    }
    if (isBlank(content, node)) {
      if (nullable) return null;
      if (optional) return undefined;
    }
    return this.content(content, node, path);
  }

  content(content: Content, node: Node, path: string): unknown {
    switch (content.kind) {
      case 'scalar':
        if (content.type === 'raw') return rawOf(node);
        if (content.type === 'any' || content.type === 'members') return openValue(content.type, node, path);
        return content.words ? word(text(node, path), content.words) : scalar(content.type, text(node, path), path);
      case 'ref':
        return this.content(this.#plans.get(content.plan)!.root.content, node, path);
      case 'array':
        return record(content, this.#items(content.item, children(node, path), path), path);
      case 'object':
        return this.#object(content, node, path);
      case 'choice': {
        const { name, nodeType, variants } = content;
        const found = children(node, path).find((child) => this.#isNamed(child, name));
        const value = nodeType === 'attribute' ? attribute(node, name, path, this.#ignore) : found && text(found, path);
        if (value !== undefined && nodeType === 'attribute' && isXsiType(name))
          rename(node, value.trim(), variants, this.#ignore);
        const kind = nodeType === 'attribute' ? attribute(node, name, path, this.#ignore) : value;
        const variant = variants.find((v) => v.value === kind);
        if (!variant)
          return fail(value === undefined ? 'missing' : 'type', path, `${name.local} must name a known alternative`);
        return this.content({ kind: 'ref', plan: variant.plan }, node, path);
      }
    }
  }

  #items(item: Element, nodes: Node[], path: string): unknown[] {
    const isItem = (node: Node) => this.#isNamed(node, item.name);
    this.#tellUnknown(
      nodes.filter((node) => !isItem(node)),
      [item.name],
      path,
    );
    return nodes.filter(isItem).map((node, i) => this.element(item, node, `${path}/${node.local}[${i + 1}]`));
  }

  #object({ properties, additional }: ObjectContent, node: Node, path: string): unknown {
    const entries: [string, unknown][] = [];
    const hasText = properties.some(({ nodeType }) => nodeType === 'text' || nodeType === 'cdata');
    const nodes = hasText ? [] : children(node, path);
    const owner = (child: Node) => this.#owner(child, properties);
    for (const property of properties) {
      const own = nodes.filter((child) => owner(child) === property);
      const value = this.#property(property, node, own, path);
      if (value !== undefined) entries.push([property.key, value]);
      else if (property.required && property.nullable) entries.push([property.key, null]);
      else if (property.required) fail('missing', path, `${property.key} is required`);
    }
    const isEntry = (child: Node) => additional !== undefined && this.#isIn(child, undefined);
    this.#tellUnknown(
      nodes.filter((child) => owner(child) === undefined && !isEntry(child)),
      properties.flatMap((property) => nameOf(property) ?? []),
      path,
    );
    if (additional) {
      const rest = nodes.filter((child) => owner(child) === undefined && isEntry(child));
      const lists = additional.isList ? Map.groupBy(rest, ({ local }) => local) : new Map<string, Node[]>();
      for (const [name, nodes] of lists)
        entries.push([name, nodes.map((node) => this.element(additional, node, `${path}/${name}`))]);
      for (const child of additional.isList ? [] : rest) {
        if (rest.filter(({ local }) => local === child.local).length > 1)
          fail('duplicate', path, `too many ${child.local}`);
        entries.push([child.local, this.element(additional, child, `${path}/${child.local}`)]);
      }
    }
    return Object.fromEntries(entries);
  }

  #property(property: Property, node: Node, nodes: Node[], path: string): unknown {
    switch (property.nodeType) {
      case 'attribute': {
        const value = attribute(node, property.name, path, this.#ignore);
        return value === undefined ? undefined : scalar(property.type, value, path);
      }
      case 'text':
      case 'cdata': {
        if (property.type === 'raw') return rawOf(node);
        const value = text(node, path);
        if (!CAN_BE_EMPTY.includes(property.type) && value.trim() === '' && !(property.required && !property.nullable))
          return undefined;
        return scalar(property.type, value, path);
      }
      case 'none': {
        const items = nodes.map((child, i) => this.element(property.item, child, `${path}/${child.local}[${i + 1}]`));
        return items.length === 0 && !property.required ? undefined : record(property, items, path);
      }
      case 'element': {
        let value: unknown;
        for (const child of nodes) {
          if (value !== undefined) return fail('duplicate', `${path}/${child.local}`, 'too many: one is allowed');
          value = this.element(property.element, child, `${path}/${child.local}`, !property.required);
        }
        return value;
      }
    }
  }

  #tellUnknown(nodes: readonly Node[], names: readonly QName[], path: string): void {
    for (const { local } of nodes) {
      const here = `${path}/${local}`;
      const known = [...new Set(names.map((name) => name.local))];
      this.#onUnknown?.({ name: local, path: here.replace(/\[\d+\]/g, ''), known, place: () => ({ path: here }) });
    }
  }

  /** The property that a child is of: the one that names its namespace before one that names none. */
  #owner(child: Node, properties: Property[]): Property | undefined {
    const candidates = properties.filter((property) => {
      const name = nameOf(property);
      return name && [name.local, ...name.aliases].includes(child.local);
    });
    const exact = candidates.length > 1;
    const fits = (property: Property) => this.#isIn(child, nameOf(property)!.namespace, exact);
    return candidates.find((property) => nameOf(property)!.namespace && fits(property)) ?? candidates.find(fits);
  }

  #isNamed(node: Node, name: QName): boolean {
    return [name.local, ...name.aliases].includes(node.local) && this.#isIn(node, name.namespace);
  }

  /** An element of which no namespace is described is in that of its parent, in none, or tells nothing of it. */
  #isIn(node: Node, namespace: string | undefined, exact = false): boolean {
    if (this.#ignore && !exact) return true;
    if (namespace) return node.uri === namespace;
    return !node.tellsNamespace || node.uri === '' || node.uri === node.parentUri;
  }
}

const NIL: QName = { local: 'nil', prefix: 'xsi', namespace: XSI, aliases: [] };

/** Converts the name of a type to the one that the description uses. */
function rename(node: Node, text: string, variants: Choice['variants'], ignore: boolean): void {
  const types = variants.map(({ value, namespace }): NamedType => [value, namespace]);
  const uri = node.scope.get(text.includes(':') ? text.replace(/:.*/, '') : '');
  const meant = meantType(text, uri, types, ignore ? 'ignore' : undefined);
  const found = node.attributes.find(([name]) => name.endsWith(':type') && node.scope.get(name.slice(0, -5)) === XSI);
  if (found) found[1] = meant ?? `{${uri}}${text}`;
}

function nameOf(property: Property): QName | undefined {
  if (property.nodeType === 'element') return property.element.name;
  return property.nodeType === 'none' ? property.item.name : undefined;
}

/** One without prefix, or of `xml:`, is meant literally; another has its namespace, or a prefix that is not declared. */
function attribute(node: Node, name: QName, path: string, ignore: boolean): string | undefined {
  const found = node.attributes.filter(([written]) => {
    if (!name.prefix) return written === name.local;
    if (name.prefix === 'xml') return written === `xml:${name.local}`;
    const [local, prefix] = written.split(':').reverse();
    if (prefix === undefined || prefix === 'xml' || prefix === 'xmlns' || local !== name.local) return false;
    return ignore || !node.scope.has(prefix) || node.scope.get(prefix) === name.namespace;
  });
  if (found.length > 1) fail('duplicate', path, `has the attribute ${name.local} twice`);
  return found[0]?.[1];
}

function text(node: Node, path: string): string {
  return node.children.length > 0 ? fail('unexpected', path, 'has a child element') : node.text;
}

function children(node: Node, path: string): Node[] {
  return /[^ \t\n]/.test(node.plainText) ? fail('unexpected', path, 'has text') : node.children;
}

function word(given: string, words: readonly string[]): string {
  const same = (candidate: string) => candidate.toUpperCase() === given.trim().toUpperCase();
  return words.find((candidate) => candidate === given) ?? words.find(same) ?? given;
}

function scalar(type: ScalarType, given: string, path: string): unknown {
  const value = given.trim();
  switch (type) {
    case 'string':
    case 'scalar':
      return given;
    case 'literal':
      return scalar(/^(true|false)$/.test(value) ? 'boolean' : 'number', given, path);
    case 'integer':
      if (!/^[+-]?[0-9]+$/.test(value) || !Number.isSafeInteger(Number(value)))
        fail('type', path, 'must be a safe integer');
      return Number(value) || 0;
    case 'number':
      if (!/^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(value) || !Number.isFinite(Number(value))) {
        fail('type', path, 'must be a number');
      }
      return Number(value) || 0;
    case 'boolean':
      if (/^(true|1|yes)$/i.test(value)) return true;
      if (/^(false|0|no)$/i.test(value)) return false;
      return fail('type', path, 'must be true or false');
    default:
      return unusual(type, value, (reason) => fail('type', path, reason));
  }
}

/** Types whose text may be empty. */
const CAN_BE_EMPTY: readonly ScalarType[] = ['string', 'raw', 'base64', 'any', 'members', 'scalar'];

function isBlank(content: Content, node: Node): boolean {
  if (content.kind !== 'scalar' || CAN_BE_EMPTY.includes(content.type)) return false;
  return node.children.length === 0 && node.text.trim() === '';
}

/** A text, or the members of an object by their names; those of one name are a list. */
function openValue(type: 'any' | 'members', node: Node, path: string): unknown {
  if (type === 'any' && node.children.length === 0) return node.text;
  const nodes = children(node, path);
  const names = [...new Set(nodes.map(({ local }) => local))];
  const entries = names.map((name) => {
    const values = nodes
      .filter(({ local }) => local === name)
      .map((child) => {
        const says = child.attributes.find(([key]) => key === 'nil' || key === 'xsi:nil')?.[1];
        return /^(true|1)$/i.test(says?.trim() ?? '') ? null : openValue('any', child, `${path}/${name}`);
      });
    return [name, values.length > 1 ? values : values[0]] as const;
  });
  return Object.fromEntries(entries);
}

/** The record of entries, or the items as they are. */
function record({ isMap }: { isMap?: true }, items: unknown[], path: string): unknown {
  if (!isMap) return items;
  const pairs = (items as { key: string; value: unknown }[]).map(({ key, value }) => [key, value] as const);
  const twice = pairs.find(([key], i) => pairs.findIndex(([other]) => other === key) !== i);
  if (twice) fail('duplicate', path, `has the entry ${twice[0]} twice`);
  return Object.fromEntries(pairs);
}

function fail(code: XmlErrorCode, path: string, reason: string): never {
  throw new XmlError(code, reason, { path });
}
