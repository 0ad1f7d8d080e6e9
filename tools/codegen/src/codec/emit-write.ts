import {
  type ArrayContent,
  attributesOf,
  type Choice,
  type Content,
  declarations,
  type Element,
  isRecursive,
  type ObjectContent,
  type Plan,
  type PlanSet,
  type Property,
  type QName,
  type ScalarType,
  written,
} from '@mailwright/xml-codec/plan';
import { type Identifiers, identifierOf, member, quote } from './identifiers.ts';

/** Emits the functions that write: for each object, array and choice one that gives what stands between the tags. */
export class WriteEmitter {
  readonly functions: string[] = [];
  readonly #plans: PlanSet;
  readonly #identifiers: Identifiers;
  readonly #pointer: string;
  #counted: Content | undefined;

  /** @param pointer JSON pointer of the plan, for messages */
  constructor(plans: PlanSet, identifiers: Identifiers, pointer: string) {
    this.#plans = plans;
    this.#identifiers = identifiers;
    this.#pointer = pointer;
  }

  /** The exported functions of a plan: `writeX`, and `attributesOfX` where there are attributes. */
  exported(plan: Plan): void {
    const { content } = plan.root;
    // A recursive value may hold itself: each round through an object is counted.
    this.#counted = isRecursive(plan.name, this.#plans) ? content : undefined;
    this.#functions(this.#identifiers.of(plan.name), content, 'export ');
  }

  /** Expression of a whole element. `id` names the functions to make, should it need some. */
  element({ name, nullable, content }: Element, value: string, step: string, id: string): string {
    const start = `<${written(name)}${this.#declarations(name, content)}`;
    return this.#element([quote(start)], [quote(`</${written(name)}>`)], { nullable, content }, value, step, id);
  }

  #declarations(name: QName, content: Content): string {
    const attributes = attributesOf(content, this.#plans).map((attribute) => attribute.name);
    return declarations(name, attributes, this.#pointer);
  }

  /** @param start terms of the start tag without attributes, @param end of the end tag */
  #element(
    start: string[],
    end: string[],
    { nullable, content }: Omit<Element, 'name'>,
    value: string,
    step: string,
    id: string,
  ): string {
    const whole = this.#notNull(start, end, content, value, step, id);
    return nullable ? `(${value} === null ? ${join(...start, `' nil="true"/>'`)} : ${whole})` : whole;
  }

  #notNull(start: string[], end: string[], content: Content, value: string, step: string, id: string): string {
    if (content.kind === 'scalar') {
      const full = join(...start, "'>'", scalar(content.type, value, step), ...end);
      return content.type === 'string' ? `(${value} === '' ? ${join(...start, "'/>'")} : ${full})` : full;
    }
    const own = content.kind === 'ref' ? this.#identifiers.of(content.plan) : this.#identifiers.fresh(id);
    if (content.kind !== 'ref') this.#functions(own, content, '');
    const attributes = attributesOf(content, this.#plans).length > 0 ? [`attributesOf${own}(${value})`] : [];
    return `w.element(${join(...start, ...attributes)}, write${own}(${value}), ${join(...end)})`;
  }

  #functions(id: string, content: Content, prefix: string): void {
    const index = this.functions.push('') - 1;
    const body = this.#body(id, content);
    const functions = [`${prefix}function write${id}(v: Value): string {\n${indent(body)}\n}`];
    if (attributesOf(content, this.#plans).length > 0) {
      functions.unshift(
        `${prefix}function attributesOf${id}(v: Value): string {\n${indent(this.#attributes(content))}\n}`,
      );
    }
    this.functions[index] = functions.join('\n\n');
  }

  #body(id: string, content: Content): string {
    switch (content.kind) {
      case 'object':
        return this.#object(id, content, content === this.#counted);
      case 'array':
        return this.#array(id, content);
      case 'choice':
        return this.#choice(content, 'write');
      case 'ref':
        return `return write${this.#identifiers.of(content.plan)}(v);`;
      case 'scalar':
        return `return ${scalar(content.type, 'v', '')};`;
    }
  }

  #attributes(content: Content): string {
    if (content.kind === 'choice') return this.#choice(content, 'attributesOf');
    if (content.kind === 'ref') return `return attributesOf${this.#identifiers.of(content.plan)}(v);`;
    const lines = ["w.object(v, '');", "let out = '';"];
    for (const { key, name, required, type } of attributesOf(content, this.#plans)) {
      const value = get('v', key);
      const step = quote(`@${written(name)}`);
      const text = type === 'string' ? `w.attribute(${value}, ${step})` : scalar(type, value, step);
      lines.push(
        `${required ? '' : `if (${value} !== undefined) `}out += ${join(quote(` ${written(name)}="`), text, `'"'`)};`,
      );
    }
    return [...lines, 'return out;'].join('\n');
  }

  #choice({ key, variants }: Choice, what: 'write' | 'attributesOf'): string {
    const arms = variants.map(({ value, plan }) => {
      const has = what === 'write' || attributesOf({ kind: 'ref', plan }, this.#plans).length > 0;
      return `  case ${quote(value)}:\n    return ${has ? `${what}${this.#identifiers.of(plan)}(v)` : "''"};`;
    });
    const values = variants.map(({ value }) => value).join(' or ');
    return `w.object(v, '');
switch (${get('v', key)}) {
${arms.join('\n')}
  default:
    return w.wrong(${get('v', key)}, ${quote(key)}, ${quote(values)});
}`;
  }

  #array(id: string, { item }: ArrayContent): string {
    return `w.array(v, '');
let out = '';
let i = 0;
try {
  for (; i < v.length; i++) {
    const item = v[i];
    out += ${this.element(item, 'item', "''", `${id}_item`)};
  }
} catch (error) {
  throw w.within(error, ${quote(written(item.name))}, i);
}
return out;`;
  }

  #object(id: string, { properties, additional }: ObjectContent, isCounted: boolean): string {
    const parts = properties
      .filter(({ nodeType }) => nodeType !== 'attribute')
      .map((property) => this.#property(id, property));
    if (additional) parts.push(this.#entries(id, properties, additional));
    const lines = ["w.object(v, '');", ...(isCounted ? ['w.enter();'] : []), "let out = '';"];
    let sum: string[] = [];
    const flush = () => {
      if (sum.length > 0) lines.push(`out += ${join(...sum)};`);
      sum = [];
    };
    for (const part of parts) {
      if (part.expression !== undefined) sum.push(part.expression);
      else {
        flush();
        lines.push(part.statements);
      }
    }
    flush();
    return [...lines, ...(isCounted ? ['w.leave();'] : []), 'return out;'].join('\n');
  }

  #property(id: string, property: Property): Part {
    const value = get('v', property.key);
    const nested = `${id}_${identifierOf(property.key)}`;
    switch (property.nodeType) {
      case 'element': {
        const { local } = property.element.name;
        const { content } = property.element;
        const expression = this.element(property.element, value, quote(local), nested);
        if (content.kind === 'scalar') return optional(property, value, expression);
        const statement = `try {\n  out += ${expression};\n} catch (error) {\n  throw w.within(error, ${quote(local)});\n}`;
        return { statements: property.required ? statement : `if (${value} !== undefined) {\n${indent(statement)}\n}` };
      }
      case 'none': {
        const own = this.#identifiers.fresh(nested);
        this.#functions(own, { kind: 'array', item: property.item }, '');
        const statements = `w.array(${value}, ${quote(property.item.name.local)});\nout += write${own}(${value});`;
        return {
          statements: property.required ? statements : `if (${value} !== undefined) {\n${indent(statements)}\n}`,
        };
      }
      case 'cdata':
        return optional(
          property,
          value,
          property.type === 'string' ? `w.cdata(${value}, 'text()')` : scalar(property.type, value, "'text()'"),
        );
      case 'text':
        return optional(property, value, scalar(property.type, value, "'text()'"));
      case 'attribute':
        return { expression: "''" };
    }
  }

  #entries(id: string, properties: Property[], additional: NonNullable<ObjectContent['additional']>): Part {
    const known = properties.map(({ key }) => quote(key)).join(', ');
    const names: QName[] = properties.flatMap((property) => {
      if (property.nodeType === 'element') return property.element.name;
      return property.nodeType === 'none' ? property.item.name : [];
    });
    const taken = names
      .flatMap(({ local, aliases }) => [local, ...aliases])
      .map(quote)
      .join(', ');
    const namespaces = this.#declarations({ local: '', aliases: [] }, additional.content);
    const start = ["'<'", 'key', quote(namespaces)];
    const element = this.#element(start, ["'</'", 'key', "'>'"], additional, 'entry', "''", `${id}_entry`);
    const skipped = known === '' ? '' : ` || [${known}].includes(key)`;
    return {
      statements: `for (const key of Object.keys(v)) {
  const entry = v[key];
  if (entry === undefined${skipped}) continue;
  try {
    w.entryName(key, [${taken}]);
    out += ${element};
  } catch (error) {
    throw w.within(error, key);
  }
}`,
    };
  }
}

/** A piece of a sum, or statements that add to `out` themselves. */
type Part = { expression: string; statements?: undefined } | { expression?: undefined; statements: string };

function optional({ required }: Property, value: string, expression: string): Part {
  return required ? { expression } : { statements: `if (${value} !== undefined) out += ${expression};` };
}

function scalar(type: ScalarType, value: string, step: string): string {
  return `w.${type === 'string' ? 'text' : type}(${value}, ${step})`;
}

/** Keys that every object inherits must be asked for as own properties. */
function get(object: string, key: string): string {
  return key in Object.prototype ? `w.own(${object}, ${quote(key)})` : member(object, key);
}

/** A sum of string expressions, neighbouring literals joined. */
function join(...terms: string[]): string {
  const joined: string[] = [];
  for (const term of terms) {
    const last = joined.at(-1);
    if (term === "''") continue;
    if (last !== undefined && isLiteral(last) && isLiteral(term)) {
      joined[joined.length - 1] = last.slice(0, -1) + term.slice(1);
    } else joined.push(term);
  }
  return joined.join(' + ') || "''";
}

function isLiteral(term: string): boolean {
  return /^'(?:[^'\\]|\\.)*'$/.test(term);
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '  ');
}
