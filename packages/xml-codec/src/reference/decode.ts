import { XmlError, type XmlErrorCode } from '../error.ts';
import type { Content, Element, ObjectContent, PlanSet, Property, QName, ScalarType } from '../plan/index.ts';
import type { Node } from './parse.ts';

/** Values of nodes, as the plan says. `path` leads to the node, for messages. */
export class Decoder {
  readonly #plans: PlanSet;

  constructor(plans: PlanSet) {
    this.#plans = plans;
  }

  element({ nullable, content }: Omit<Element, 'name'>, node: Node, path: string): unknown {
    const nil =
      node.attributes.find(([name]) => name === 'nil') ?? node.attributes.find(([name]) => name === 'xsi:nil');
    if (nil && /^(true|1)$/i.test(nil[1].trim())) {
      if (!nullable) return fail('type', path, 'must not be nil');
      if (node.text !== '' || node.children.length > 0) return fail('type', path, 'is nil and yet has content');
      return null;
    }
    return this.content(content, node, path);
  }

  content(content: Content, node: Node, path: string): unknown {
    switch (content.kind) {
      case 'scalar':
        return content.words ? word(text(node, path), content.words) : scalar(content.type, text(node, path), path);
      case 'ref':
        return this.content(this.#plans.get(content.plan)!.root.content, node, path);
      case 'array':
        return this.#items(content.item, children(node, path), path);
      case 'object':
        return this.#object(content, node, path);
      case 'choice': {
        const { name, nodeType, variants } = content;
        const found = children(node, path).find((child) => isNamed(child, name));
        const value = nodeType === 'attribute' ? attribute(node, name, path) : found && text(found, path);
        const variant = variants.find((v) => v.value === value);
        if (!variant)
          return fail(value === undefined ? 'missing' : 'type', path, `${name.local} must name a known alternative`);
        return this.content({ kind: 'ref', plan: variant.plan }, node, path);
      }
    }
  }

  #items(item: Element, nodes: Node[], path: string): unknown[] {
    return nodes
      .filter((node) => isNamed(node, item.name))
      .map((node, i) => this.element(item, node, `${path}/${node.local}[${i + 1}]`));
  }

  #object({ properties, additional }: ObjectContent, node: Node, path: string): unknown {
    const entries: [string, unknown][] = [];
    const hasText = properties.some(({ nodeType }) => nodeType === 'text' || nodeType === 'cdata');
    let rest = hasText ? [] : children(node, path);
    for (const property of properties) {
      const value = this.#property(property, node, rest, path);
      if (value !== undefined) entries.push([property.key, value]);
      else if (property.required) fail('missing', path, `${property.key} is required`);
      rest = rest.filter((child) => !isNamed(child, nameOf(property)));
    }
    if (additional) {
      for (const child of rest) {
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
        const value = attribute(node, property.name, path);
        return value === undefined ? undefined : scalar(property.type, value, path);
      }
      case 'text':
      case 'cdata': {
        const value = text(node, path);
        if (property.type !== 'string' && value.trim() === '' && !property.required) return undefined;
        return scalar(property.type, value, path);
      }
      case 'none': {
        const items = this.#items(property.item, nodes, path);
        return items.length === 0 && !property.required ? undefined : items;
      }
      case 'element': {
        const [child, second] = nodes.filter((candidate) => isNamed(candidate, property.element.name));
        if (second) return fail('duplicate', `${path}/${second.local}`, 'too many: one is allowed');
        return child && this.element(property.element, child, `${path}/${child.local}`);
      }
    }
  }
}

function nameOf(property: Property): QName | undefined {
  if (property.nodeType === 'element') return property.element.name;
  return property.nodeType === 'none' ? property.item.name : undefined;
}

function isNamed(node: Node, name: QName | undefined): boolean {
  return name !== undefined && (node.local === name.local || name.aliases.includes(node.local));
}

/** An attribute without prefix is meant literally; one with a prefix has its namespace under any prefix. */
function attribute(node: Node, name: QName, path: string): string | undefined {
  const found = node.attributes.filter(([written]) => {
    if (!name.prefix) return written === name.local;
    if (name.prefix === 'xml') return written === `xml:${name.local}`;
    return /^(?!xml:|xmlns:).+:/.test(written) && written.slice(written.indexOf(':') + 1) === name.local;
  });
  if (found.length > 1) fail('duplicate', path, `has the attribute ${name.local} twice`);
  return found[0]?.[1];
}

function text(node: Node, path: string): string {
  return node.children.length > 0 ? fail('unexpected', path, 'has a child element') : node.text;
}

function children(node: Node, path: string): Node[] {
  return /[^ \t\n]/.test(node.text) ? fail('unexpected', path, 'has text') : node.children;
}

function word(given: string, words: readonly string[]): string {
  const same = (candidate: string) => candidate.toUpperCase() === given.trim().toUpperCase();
  return words.find((candidate) => candidate === given) ?? words.find(same) ?? given;
}

function scalar(type: ScalarType, given: string, path: string): unknown {
  const value = given.trim();
  switch (type) {
    case 'string':
      return given;
    case 'integer':
      if (!/^[+-]?[0-9]+$/.test(value) || !Number.isSafeInteger(Number(value)))
        fail('type', path, 'must be a safe integer');
      return Number(value) || 0;
    case 'number':
      if (!/^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(value) || !Number.isFinite(Number(value))) {
        fail('type', path, 'must be a number');
      }
      return Number(value) || 0;
    case 'boolean':
      if (/^(true|1|yes)$/i.test(value)) return true;
      if (/^(false|0|no)$/i.test(value)) return false;
      return fail('type', path, 'must be true or false');
  }
}

function fail(code: XmlErrorCode, path: string, reason: string): never {
  throw new XmlError(code, reason, { path });
}
