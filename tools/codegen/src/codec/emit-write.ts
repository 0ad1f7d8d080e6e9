import {
  attributesOf,
  type Choice,
  type Content,
  declarations,
  type Element,
  type Entry,
  isNeverEmpty,
  isRecursive,
  type ObjectContent,
  type Plan,
  type PlanSet,
  type Prefixes,
  type Property,
  type QName,
  written,
} from '@mailwright/xml-codec/plan';
import { type Identifiers, identifierOf, quote } from './identifiers.ts';
import { hasAttributes, keepsItsName } from './uses.ts';
import { fixedText, indent, WriteBody } from './write-body.ts';
import { attribute, cdata, get, scalar } from './write-scalars.ts';

/** An element to write. `value` and `step` (what it adds to the path of an error) are expressions. */
interface Use {
  /** Absent for the entry of a dictionary, whose name is known only when it is written. */
  name?: QName;
  /** Appends the start tag up to the first attribute. */
  start: (body: WriteBody) => void;
  end: (body: WriteBody) => void;
  value: string;
  step: string;
  /** What a function for it is called. */
  id: string;
}

/**
 * Emits the functions that write. `writeX` appends a whole element to the output `o`, `fillX` what stands between its
 * tags, `attributesOfX` its attributes. What is fixed is prepared as bytes and appended in as few pieces as can be.
 */
export class WriteEmitter {
  readonly functions: string[] = [];
  readonly #plan: Plan;
  readonly #plans: PlanSet;
  readonly #shared: Prefixes;
  readonly #identifiers: Identifiers;
  readonly #isRecursive: boolean;
  #starts = 0;

  /** @param shared prefixes that root elements declare */
  constructor(plan: Plan, plans: PlanSet, shared: Prefixes, identifiers: Identifiers) {
    this.#plan = plan;
    this.#plans = plans;
    this.#shared = shared;
    this.#identifiers = identifiers;
    this.#isRecursive = isRecursive(plan.name, plans);
  }

  /** @param isAbroad whether elements of other names hold the plan too, so that `fillX` is needed */
  exported(isAbroad: boolean): void {
    const { root, name } = this.#plan;
    const id = this.#identifiers.of(name);
    this.#functions(this.#use(root, 'v', '', id), root.content, 'export ', isAbroad);
  }

  /**
   * Name of the function that appends the root element.
   *
   * @param declared namespace declarations for all that is in it
   */
  root(declared: string): string {
    const { name, root } = this.#plan;
    const { content, nullable } = root;
    if (content.kind !== 'scalar' && !nullable && declared === '') return `write${this.#identifiers.of(name)}`;
    const id = this.#identifiers.fresh(`${this.#identifiers.of(name)}_root`);
    const element: Element = content.kind === 'scalar' ? root : { ...root, content: { kind: 'ref', plan: name } };
    this.#function(`function write${id}`, (body) => {
      this.#anyElement(body, element, this.#use(element, 'v', '', name, declared), declared === '');
    });
    return `write${id}`;
  }

  #use({ name, content }: Element, value: string, step: string, id: string, declared = ''): Use {
    const attributes = attributesOf(content, this.#plans).map((attribute) => attribute.name);
    const own = declarations(name, attributes, this.#shared, this.#plan.pointer);
    return {
      name,
      start: (body) => body.text(`<${written(name)}${declared}${own}`),
      end: (body) => body.text(`</${written(name)}>`),
      value,
      step,
      id,
    };
  }

  #element(body: WriteBody, element: Element, value: string, step: string, id: string): void {
    this.#anyElement(body, element, this.#use(element, value, step, id));
  }

  /** @param isUsual whether the start tag is that which the plan's own function writes */
  #anyElement(body: WriteBody, { nullable, content }: Omit<Element, 'name'>, use: Use, isUsual = true): void {
    if (nullable) {
      const nil = new WriteBody();
      use.start(nil);
      nil.text(` ${this.#plan.nil}="true"/>`);
      const value = new WriteBody();
      this.#anyElement(value, { nullable: false, content }, use, isUsual);
      body.either(`${use.value} === null`, nil, value);
    } else if (content.kind === 'scalar') {
      use.start(body);
      body.text('>');
      body.code(scalar(content.type, use.value, use.step));
      use.end(body);
    } else this.#nested(body, content, use, isUsual);
  }

  /** An object, array or choice: by the functions of its plan, or by some of its own. */
  #nested(body: WriteBody, content: Content, use: Use, isUsual: boolean): void {
    const { name, value, step } = use;
    const id = content.kind === 'ref' ? this.#identifiers.of(content.plan) : this.#identifiers.fresh(use.id);
    if (content.kind === 'ref') {
      if (isUsual && name && keepsItsName(name, content.plan, this.#plans)) body.call(`write${id}(o, ${value});`, step);
      else this.#filled(body, content, { ...use, id });
    } else if (name && content.kind === 'array' && !content.isMap) {
      this.#array(body, content.item, { ...use, id });
    } else if (name) {
      this.#functions({ ...use, id, value: 'v', step: '' }, content, '', false);
      body.call(`write${id}(o, ${value});`, step);
    } else {
      this.#fill(id, content, '');
      this.#filled(body, content, { ...use, id });
    }
  }

  #functions(use: Use, content: Content, prefix: string, isAbroad: boolean): void {
    const isWhole =
      (content.kind === 'array' && !content.isMap) || (content.kind === 'object' && isNeverEmpty(content, this.#plans));
    this.#function(`${prefix}function write${use.id}`, (body) => {
      if (content.kind === 'array' && isWhole) this.#array(body, content.item, use);
      else if (content.kind === 'object' && isWhole) this.#object(body, content, use);
      else if (content.kind === 'ref') this.#nested(body, content, use, true);
      else this.#filled(body, content, use);
    });
    if (isAbroad || (!isWhole && content.kind !== 'ref')) this.#fill(use.id, content, prefix);
  }

  #function(head: string, write: (body: WriteBody) => void): void {
    const index = this.functions.push('') - 1;
    const body = new WriteBody();
    write(body);
    const statements = body.statements();
    // Compilers that refuse unused parameters take those that say so.
    const out = /\(o[,)]|\bo\./.test(statements) ? 'o' : '_o';
    const value = /\bv\b/.test(statements) ? 'v' : '_v';
    this.functions[index] = `${head}(${out}: Output, ${value}: Value): void {\n${indent(statements)}\n}`;
  }

  /** An element around `fillX`. */
  #filled(body: WriteBody, content: Content, { name, id, start, end, value, step }: Use): void {
    start(body);
    if (hasAttributes(content, this.#plans)) body.call(`attributesOf${id}(o, ${value});`, step);
    body.text('>');
    const fill = `fill${id}(o, ${value});`;
    if (isNeverEmpty(content, this.#plans) || !name) {
      body.call(fill, step);
      end(body);
      return;
    }
    const contentStart = `from${++this.#starts}`;
    body.code(`const ${contentStart} = o.at;`);
    body.call(fill, step);
    body.code(`w.close(o, ${contentStart}, ${fixedText(`</${written(name)}>`)});`);
  }

  /** A whole element that always has children. */
  #object(body: WriteBody, content: ObjectContent, { start, end, id }: Use): void {
    this.#counted(body, content, () => {
      start(body);
      for (const property of attributesOf(content, this.#plans)) attribute(body, property);
      body.text('>');
      this.#properties(body, id, content);
      end(body);
    });
  }

  /** A whole element with items, `<a/>` without them. */
  #array(body: WriteBody, item: Element, { start, end, value, step, id }: Use): void {
    body.code(`w.array(${value}, ${step === '' ? "''" : step});`);
    const empty = new WriteBody();
    start(empty);
    empty.text('/>');
    const full = new WriteBody();
    start(full);
    full.text('>');
    this.#items(full, item, value, step, id);
    end(full);
    body.either(`${value}.length === 0`, empty, full);
  }

  /** `fillX`, and `attributesOfX` where there are attributes. */
  #fill(id: string, content: Content, prefix: string): void {
    if (hasAttributes(content, this.#plans)) {
      this.#function(`${prefix}function attributesOf${id}`, (body) => this.#attributes(body, content));
    }
    this.#function(`${prefix}function fill${id}`, (body) => {
      switch (content.kind) {
        case 'object':
          this.#counted(body, content, () => this.#properties(body, id, content));
          break;
        case 'array':
          body.code(content.isMap ? "w.object(v, '');" : "w.array(v, '');");
          this.#items(body, content.item, content.isMap ? 'w.entries(v)' : 'v', '', id);
          break;
        case 'choice':
          this.#choice(body, content, 'fill');
          break;
        case 'ref':
          body.code(`fill${this.#identifiers.of(content.plan)}(o, v);`);
      }
    });
  }

  /** A recursive value may hold itself: each round through its object is counted. */
  #counted(body: WriteBody, content: ObjectContent, write: () => void): void {
    const isCounted = this.#isRecursive && content === this.#plan.root.content;
    body.code("w.object(v, '');");
    if (isCounted) body.code('w.enter(o);');
    write();
    if (isCounted) body.code('w.leave(o);');
  }

  #attributes(body: WriteBody, content: Content): void {
    if (content.kind === 'choice') {
      this.#choice(body, content, 'attributesOf');
    } else if (content.kind === 'ref') {
      body.code(`attributesOf${this.#identifiers.of(content.plan)}(o, v);`);
    } else {
      body.code("w.object(v, '');");
      for (const property of attributesOf(content, this.#plans)) attribute(body, property);
    }
  }

  #choice(body: WriteBody, { key, variants }: Choice, verb: 'fill' | 'attributesOf'): void {
    const arms = variants.map(({ value, plan }) => {
      const has = verb === 'fill' || hasAttributes({ kind: 'ref', plan }, this.#plans);
      return `  case ${quote(value)}:\n    return${has ? ` ${verb}${this.#identifiers.of(plan)}(o, v)` : ''};`;
    });
    const values = variants.map(({ value }) => value).join(' or ');
    body.code(`w.object(v, '');
switch (${get('v', key)}) {
${arms.join('\n')}
  default:
    w.wrong(${get('v', key)}, ${quote(key)}, ${quote(values)});
}`);
  }

  /** @param step of the array itself, as an expression; '' for nothing */
  #items(body: WriteBody, item: Element, value: string, step: string, id: string): void {
    const inner = new WriteBody();
    this.#element(inner, item, 'item', '', `${id}_item`);
    const error = `w.within(error, ${quote(written(item.name))}, i)`;
    body.code(`{
  const items: Value = ${value};
  let i = 0;
  try {
    for (; i < items.length; i++) {
      const item = items[i];
${indent(inner.statements(), 6)}
    }
  } catch (error) {
    throw ${step === '' ? error : `w.within(${error}, ${step})`};
  }
}`);
  }

  #properties(body: WriteBody, id: string, { properties, additional }: ObjectContent): void {
    for (const property of properties) {
      if (property.nodeType === 'attribute') continue;
      const value = get('v', property.key);
      body.maybe(property, value, (inner) => this.#property(inner, id, property, value));
    }
    if (additional) this.#entries(body, id, properties, additional);
  }

  #property(body: WriteBody, id: string, property: Exclude<Property, { nodeType: 'attribute' }>, value: string): void {
    const nested = `${id}_${identifierOf(property.key)}`;
    switch (property.nodeType) {
      case 'text':
        body.code(scalar(property.type, value, "'text()'"));
        break;
      case 'cdata':
        body.code(cdata(property.type, value, "'text()'"));
        break;
      case 'element':
        this.#element(body, property.element, value, quote(written(property.element.name)), nested);
        break;
      case 'none':
        body.code(`w.${property.isMap ? 'object' : 'array'}(${value}, ${quote(written(property.item.name))});`);
        this.#items(
          body,
          property.item,
          property.isMap ? `w.entries(${value})` : value,
          '',
          this.#identifiers.fresh(nested),
        );
    }
  }

  #entries(body: WriteBody, id: string, properties: Property[], additional: Entry): void {
    const known = properties.map(({ key }) => quote(key)).join(', ');
    const skipped = known === '' ? '' : ` || [${known}].includes(key)`;
    const names: QName[] = properties.flatMap((property) => {
      if (property.nodeType === 'element') return property.element.name;
      return property.nodeType === 'none' ? property.item.name : [];
    });
    const taken = names.flatMap(({ local, aliases }) => [local, ...aliases]).map(quote);
    const attributes = attributesOf(additional.content, this.#plans).map(({ name }) => name);
    const namespaces = declarations({ local: '', aliases: [] }, attributes, this.#shared, this.#plan.pointer);
    const inner = new WriteBody();
    this.#anyElement(inner, additional, {
      start: (start) => {
        start.text('<');
        start.code('w.putText(o, key);');
        start.text(namespaces);
      },
      end: (end) => {
        end.text('</');
        end.code('w.putText(o, key);');
        end.text('>');
      },
      value: additional.isList ? 'item' : 'entry',
      step: '',
      id: `${id}_entry`,
    });
    const each = additional.isList
      ? `w.array(entry, '');\nfor (const item of entry) {\n${indent(inner.statements())}\n}`
      : inner.statements();
    body.code(`for (const key of Object.keys(v)) {
  const entry = v[key];
  if (entry === undefined${skipped}) continue;
  try {
    w.entryName(key, [${taken.join(', ')}]);
${indent(each, 4)}
  } catch (error) {
    throw w.within(error, key);
  }
}`);
  }
}
