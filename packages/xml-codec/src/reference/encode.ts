import { XmlError, type XmlErrorCode } from '../error.ts';
import { MAX_DEPTH } from '../limits.ts';
import {
  attributesOf,
  type Content,
  declarations,
  type Element,
  isRecursive,
  NCNAME,
  type ObjectContent,
  type PlanSet,
  type Prefixes,
  type Property,
  rootDeclarations,
  type ScalarType,
  sharedPrefixes,
  written,
} from '../plan/index.ts';
import { unusualText } from './values.ts';

type Values = Record<string, unknown>;

/** Documents of values, as the plan says. `path` leads to the element to be written, for messages. */
export class Encoder {
  readonly #plans: PlanSet;
  readonly #shared: Prefixes;
  readonly #nil: string;
  #rounds = 0;

  constructor(plans: PlanSet) {
    this.#plans = plans;
    this.#shared = sharedPrefixes(plans);
    const [first] = plans.values();
    this.#nil = first!.nil;
  }

  root(plan: string, value: unknown): string {
    const { root } = this.#plans.get(plan)!;
    const content: Content = root.content.kind === 'scalar' ? root.content : { kind: 'ref', plan };
    const declared = rootDeclarations(plan, this.#plans, this.#shared);
    return this.element({ ...root, content }, value, `/${root.name.local}`, declared);
  }

  element({ name, nullable, content }: Element, value: unknown, path: string, declared = ''): string {
    const own = declarations(
      name,
      attributesOf(content, this.#plans).map((attribute) => attribute.name),
      this.#shared,
    );
    const namespaces = declared + own;
    if (value === undefined) fail('missing', path, 'is required');
    if (value === null && nullable) return `<${written(name)}${namespaces} ${this.#nil}="true"/>`;
    const start = `<${written(name)}${namespaces}${this.#attributes(content, value, path)}`;
    const inner = this.#content(content, value, path);
    return inner === '' && content.kind !== 'scalar' ? `${start}/>` : `${start}>${inner}</${written(name)}>`;
  }

  #attributes(content: Content, value: unknown, path: string): string {
    if (content.kind === 'ref') return this.#attributes(this.#plans.get(content.plan)!.root.content, value, path);
    if (content.kind === 'choice') return this.#attributes(this.#variant(content, value, path), value, path);
    if (content.kind !== 'object') return '';
    const values = asObject(value, path);
    return attributesOf(content, this.#plans)
      .map(({ key, name, type, required, nullable }) => {
        const attribute = get(values, key);
        if ((attribute === undefined && !required) || (attribute === null && nullable)) return '';
        return ` ${written(name)}="${escaped(scalar(type, attribute, `${path}/@${written(name)}`), /[&<>"\t\n\r]/g)}"`;
      })
      .join('');
  }

  #content(content: Content, value: unknown, path: string): string {
    switch (content.kind) {
      case 'scalar':
        if (content.type === 'raw') return scalar(content.type, value, path);
        if (content.type === 'any' || content.type === 'members') return this.#open(content.type, value, path);
        return escaped(scalar(content.type, value, path), /[&<>\r]/g);
      case 'ref':
        return this.#ref(content.plan, value, path);
      case 'choice':
        return this.#content(this.#variant(content, value, path), value, path);
      case 'array':
        return this.#items(content.item, entriesOf(content, value, path), path);
      case 'object':
        return this.#object(content, asObject(value, path), path);
      case 'roots':
        throw new TypeError('a document of several kinds is written by the codec of its kind');
    }
  }

  #open(type: 'any' | 'members', given: unknown, path: string): string {
    const value = given instanceof Date ? given.toJSON() : given;
    if (type === 'any' && ['string', 'number', 'boolean'].includes(typeof value))
      return escaped(scalar('scalar', value, path), /[&<>\r]/g);
    return Object.entries(asObject(value, path))
      .flatMap(([key, member]) => [member].flat().map((item) => [key, item] as const))
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => {
        if (!NCNAME.test(key)) fail('unwritable', path, `the key ${key} cannot be an element here`);
        if (item === null) return `<${key} xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>`;
        return `<${key}>${this.#open('any', item, `${path}/${key}`)}</${key}>`;
      })
      .join('');
  }

  /** Each round through a recursive schema is counted: a value may hold itself. */
  #ref(name: string, value: unknown, path: string): string {
    const counted = isRecursive(name, this.#plans);
    if (counted && ++this.#rounds > MAX_DEPTH) fail('limit', '', 'the value is too deep, or holds itself');
    const written = this.#content(this.#plans.get(name)!.root.content, value, path);
    if (counted) this.#rounds--;
    return written;
  }

  #variant({ key, variants }: Content & { kind: 'choice' }, value: unknown, path: string): Content {
    const kind = get(asObject(value, path), key);
    const variant = variants.find((candidate) => candidate.value === kind);
    if (!variant)
      return fail(kind === undefined ? 'missing' : 'type', `${path}/${key}`, 'must name a known alternative');
    return { kind: 'ref', plan: variant.plan };
  }

  #items(item: Element, value: unknown, path: string): string {
    if (!Array.isArray(value)) return fail(value === undefined ? 'missing' : 'type', path, 'must be an array');
    return value.map((v, i) => this.element(item, v, `${path}/${written(item.name)}[${i + 1}]`)).join('');
  }

  #object({ properties, additional }: ObjectContent, values: Values, path: string): string {
    const parts = properties.map((property) => this.#property(property, get(values, property.key), path));
    if (additional) {
      const known = properties.map(({ key }) => key);
      const taken = properties.flatMap((property) => {
        if (property.nodeType === 'element') return [property.element.name.local, ...property.element.name.aliases];
        return property.nodeType === 'none' ? [property.item.name.local, ...property.item.name.aliases] : [];
      });
      for (const [key, value] of Object.entries(values)) {
        if (known.includes(key) || value === undefined) continue;
        if (!NCNAME.test(key) || taken.includes(key))
          fail('unwritable', path, `the key ${key} cannot be an element here`);
        const element: Element = { name: { local: key, aliases: [] }, ...additional };
        parts.push(
          additional.isList ? this.#items(element, value, path) : this.element(element, value, `${path}/${key}`),
        );
      }
    }
    return parts.join('');
  }

  #property(property: Property, value: unknown, path: string): string {
    if ((value === undefined && !property.required) || (value === null && property.nullable)) return '';
    switch (property.nodeType) {
      case 'attribute':
        return '';
      case 'element':
        return this.element(property.element, value, `${path}/${written(property.element.name)}`);
      case 'none':
        return this.#items(property.item, entriesOf(property, value, path), path);
      case 'text':
        if (property.type === 'raw') return scalar(property.type, value, path);
        return escaped(scalar(property.type, value, path), /[&<>\r]/g);
      case 'cdata': {
        const text = scalar(property.type, value, path);
        if (property.type !== 'string' || text === '') return text;
        return `<![CDATA[${text.split(']]>').join(']]]]><![CDATA[>').split('\r').join(']]>&#13;<![CDATA[')}]]>`;
      }
    }
  }
}

/** The items as they are, or the entries of a record. */
function entriesOf({ isMap }: { isMap?: true }, value: unknown, path: string): unknown {
  if (!isMap) return value;
  const entries = Object.entries(asObject(value, path));
  return entries.flatMap(([key, each]) => (each === undefined ? [] : [{ key, value: each }]));
}

function asObject(value: unknown, path: string): Values {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Values;
  return fail(value === undefined ? 'missing' : 'type', path, 'must be an object');
}

function get(values: Values, key: string): unknown {
  return Object.hasOwn(values, key) ? values[key] : undefined;
}

function scalar(type: ScalarType, value: unknown, path: string): string {
  if (value === undefined) return fail('missing', path, 'is required');
  const isFloat = type === 'float' || type === 'xsdFloat';
  if (isFloat && typeof value === 'number' && !Number.isFinite(value))
    return type === 'float' ? String(value) : String(value).replace('inity', '').replace('Inf', 'INF');
  if (type === 'scalar' || type === 'literal') {
    const json = typeof value;
    const isOne = json === 'number' || json === 'boolean' || (type === 'scalar' && json === 'string');
    return isOne ? scalar(json, value, path) : fail('type', path, 'must be a text, a number or a boolean');
  }
  if (!['string', 'integer', 'number', 'boolean', 'float', 'xsdFloat', 'raw'].includes(type))
    return unusualText(type, value, (reason) => fail('type', path, reason));
  const json = isFloat ? 'number' : type === 'raw' ? 'string' : type;
  if (type === 'integer' ? !Number.isSafeInteger(value) : typeof value !== json)
    return fail('type', path, `must be of type ${type}`);
  if (typeof value !== 'number') return legal(String(value), path);
  if (!Number.isFinite(value)) return fail('type', path, 'must be finite');
  return decimal(value);
}

/** All digits, without an exponent. */
function decimal(value: number): string {
  const [digits = '', exponent] = String(value).split('e');
  if (exponent === undefined) return digits;
  const sign = value < 0 ? '-' : '';
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const shift = Number(exponent);
  if (shift > 0) return sign + whole + fraction.padEnd(shift, '0');
  return `${sign}0.${(whole + fraction).padStart(whole.length + fraction.length - shift - 1, '0')}`;
}

function legal(text: string, path: string): string {
  for (const character of text) {
    const code = character.codePointAt(0)!;
    const isControl = code < 0x20 && ![9, 10, 13].includes(code);
    if (isControl || (code >= 0xd800 && code <= 0xdfff) || code === 0xfffe || code === 0xffff) {
      fail('unwritable', path, `holds the character ${code.toString(16)}, which XML cannot carry`);
    }
  }
  return text;
}

function escaped(text: string, characters: RegExp): string {
  const named: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return text.replace(characters, (c) => named[c] ?? `&#${c.charCodeAt(0)};`);
}

function fail(code: XmlErrorCode, path: string, reason: string): never {
  throw new XmlError(code, reason, { path });
}
