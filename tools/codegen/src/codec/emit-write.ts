import {
  attributesOf,
  type Choice,
  type Content,
  declarations,
  type Element,
  isNeverEmpty,
  isRecursive,
  type ObjectContent,
  type Plan,
  type PlanSet,
  type Property,
  type QName,
  written,
} from '@mailwright/xml-codec/plan';
import { type Identifiers, identifierOf, quote } from './identifiers.ts';
import { hasAttributes, isAtHome } from './places.ts';
import { computed, literal, sum, type Term } from './terms.ts';
import { indent, WriteBody } from './write-body.ts';
import { attribute, cdata, get, optional, scalar } from './write-scalars.ts';

/** An element to write. `value` and `step` (what it adds to the path of an error) are expressions. */
interface Use {
  /** Absent for the entry of a dictionary, whose name is known only when it is written. */
  name?: QName;
  start: Term[];
  end: Term[];
  value: string;
  step: string;
  /** What a function for it is called. */
  id: string;
}

/**
 * Emits the functions that write. `writeX` appends a whole element to `out`, `fillX` what stands between its tags,
 * `attributesOfX` gives its attributes. One string grows from front to end, in few pieces: V8 joins that fastest.
 */
export class WriteEmitter {
  readonly functions: string[] = [];
  readonly #plan: Plan;
  readonly #plans: PlanSet;
  readonly #identifiers: Identifiers;
  readonly #isRecursive: boolean;

  constructor(plan: Plan, plans: PlanSet, identifiers: Identifiers) {
    this.#plan = plan;
    this.#plans = plans;
    this.#identifiers = identifiers;
    this.#isRecursive = isRecursive(plan.name, plans);
  }

  /** @param isAbroad whether elements of other names hold the plan too, so that `fillX` is needed */
  exported(isAbroad: boolean): void {
    const { root, name } = this.#plan;
    const id = this.#identifiers.of(name);
    this.#functions(this.#use(root, 'v', '', id), root.content, 'export ', isAbroad);
  }

  /** The function that appends the root element. */
  root(): string {
    const { name, root } = this.#plan;
    if (root.content.kind !== 'scalar' && !root.nullable) return `write${this.#identifiers.of(name)}`;
    const body = new WriteBody();
    const content: Content = root.content.kind === 'scalar' ? root.content : { kind: 'ref', plan: name };
    this.#element(body, { ...root, content }, 'v', '', name);
    return `(out, v) => {\n${indent(body.finish())}\n}`;
  }

  #use({ name, content }: Element, value: string, step: string, id: string): Use {
    const attributes = attributesOf(content, this.#plans).map((attribute) => attribute.name);
    const start = `<${written(name)}${declarations(name, attributes, this.#plan.pointer)}`;
    return { name, start: [literal(start)], end: [literal(`</${written(name)}>`)], value, step, id };
  }

  #element(body: WriteBody, element: Element, value: string, step: string, id: string): void {
    this.#anyElement(body, element, this.#use(element, value, step, id));
  }

  #anyElement(body: WriteBody, { nullable, content }: Omit<Element, 'name'>, use: Use): void {
    const nil: Term[] = [...use.start, literal(' nil="true"/>')];
    if (content.kind === 'scalar') {
      const full = [...use.start, literal('>'), scalar(content.type, use.value, use.step), ...use.end];
      body.append(...(nullable ? [{ when: `${use.value} === null`, yes: nil, no: full }] : full));
      return;
    }
    if (!nullable) {
      this.#nested(body, content, use);
      return;
    }
    const isNull = new WriteBody();
    isNull.append(...nil);
    const notNull = new WriteBody();
    this.#nested(notNull, content, use);
    body.statement(
      `if (${use.value} === null) {\n${indent(isNull.assign())}\n} else {\n${indent(notNull.assign())}\n}`,
    );
  }

  /** An object, array or choice: by the functions of its plan, or by some of its own. */
  #nested(body: WriteBody, content: Content, use: Use): void {
    const { name, value, step } = use;
    const id = content.kind === 'ref' ? this.#identifiers.of(content.plan) : this.#identifiers.fresh(use.id);
    if (content.kind === 'ref') {
      if (name && isAtHome(name, content.plan, this.#plans)) body.call(`write${id}`, value, step);
      else this.#filled(body, content, { ...use, id });
    } else if (name && content.kind === 'array') {
      this.#array(body, content.item, { ...use, id });
    } else if (name) {
      this.#functions({ ...use, id, value: 'v', step: '' }, content, '', false);
      body.call(`write${id}`, value, step);
    } else {
      this.#fill(id, content, '');
      this.#filled(body, content, { ...use, id });
    }
  }

  #functions(use: Use, content: Content, prefix: string, isAbroad: boolean): void {
    const isWhole = content.kind === 'array' || (content.kind === 'object' && isNeverEmpty(content, this.#plans));
    this.#function(`${prefix}function write${use.id}`, (body) => {
      if (content.kind === 'array') this.#array(body, content.item, use);
      else if (content.kind === 'object' && isWhole) this.#object(body, content, use);
      else if (content.kind === 'ref') this.#nested(body, content, use);
      else this.#filled(body, content, use);
    });
    if (isAbroad || (!isWhole && content.kind !== 'ref')) this.#fill(use.id, content, prefix);
  }

  #function(head: string, write: (body: WriteBody) => void): void {
    const index = this.functions.push('') - 1;
    const body = new WriteBody();
    write(body);
    this.functions[index] = `${head}(out: string, v: Value): string {\n${indent(body.finish())}\n}`;
  }

  /** An element around `fillX`. */
  #filled(body: WriteBody, content: Content, { id, start, end, value, step }: Use): void {
    const attributes = hasAttributes(content, this.#plans) ? [computed(`attributesOf${id}(${value})`)] : [];
    body.filled(`fill${id}`, value, [...start, ...attributes], end, isNeverEmpty(content, this.#plans), step);
  }

  /** A whole element that always has children. */
  #object(body: WriteBody, content: ObjectContent, { start, end, id }: Use): void {
    const attributes = attributesOf(content, this.#plans).flatMap(attribute);
    this.#counted(body, content, () => {
      body.append(...start, ...attributes, literal('>'));
      this.#properties(body, id, content);
    });
    body.append(...end);
  }

  /** A whole element with items, `<a/>` without them: its tags hang together with what stands beside them. */
  #array(body: WriteBody, item: Element, { start, end, value, step, id }: Use): void {
    const when = `${value}.length === 0`;
    body.check(`w.array(${value}, ${step === '' ? "''" : step});`);
    body.append({ when, yes: [], no: [...start, literal('>')] });
    this.#items(body, item, value, step, id);
    body.append({ when, yes: [...start, literal('/>')], no: end });
  }

  /** `fillX`, and `attributesOfX` where there are attributes. */
  #fill(id: string, content: Content, prefix: string): void {
    if (hasAttributes(content, this.#plans)) {
      const attributes = indent(this.#attributes(content));
      this.functions.push(`${prefix}function attributesOf${id}(v: Value): string {\n${attributes}\n}`);
    }
    this.#function(`${prefix}function fill${id}`, (body) => {
      switch (content.kind) {
        case 'object':
          this.#counted(body, content, () => this.#properties(body, id, content));
          break;
        case 'array':
          body.check("w.array(v, '');");
          this.#items(body, content.item, 'v', '', id);
          break;
        case 'choice':
          body.statement(this.#choice(content, (variant) => `fill${variant}(out, v)`, 'out'));
          break;
        case 'ref':
          body.call(`fill${this.#identifiers.of(content.plan)}`, 'v', '');
      }
    });
  }

  /** A recursive value may hold itself: each round through its object is counted. */
  #counted(body: WriteBody, content: ObjectContent, write: () => void): void {
    const isCounted = this.#isRecursive && content === this.#plan.root.content;
    body.statement("w.object(v, '');");
    if (isCounted) body.statement('w.enter();');
    write();
    if (isCounted) body.statement('w.leave();');
  }

  #attributes(content: Content): string {
    if (content.kind === 'choice') return this.#choice(content, (variant) => `attributesOf${variant}(v)`, "''");
    if (content.kind === 'ref') return `return attributesOf${this.#identifiers.of(content.plan)}(v);`;
    const terms = attributesOf(content, this.#plans).flatMap(attribute);
    return `w.object(v, '');\nreturn ${sum(terms)};`;
  }

  /** @param none what counts for a variant without attributes */
  #choice({ key, variants }: Choice, call: (variant: string) => string, none: string): string {
    const arms = variants.map(({ value, plan }) => {
      const has = none === 'out' || hasAttributes({ kind: 'ref', plan }, this.#plans);
      return `  case ${quote(value)}:\n    return ${has ? call(this.#identifiers.of(plan)) : none};`;
    });
    const values = variants.map(({ value }) => value).join(' or ');
    return `w.object(v, '');
switch (${get('v', key)}) {
${arms.join('\n')}
  default:
    return w.wrong(${get('v', key)}, ${quote(key)}, ${quote(values)});
}`;
  }

  /** @param step of the array itself, as an expression; '' for nothing */
  #items(body: WriteBody, item: Element, value: string, step: string, id: string): void {
    const inner = new WriteBody();
    this.#element(inner, item, 'item', '', `${id}_item`);
    const error = `w.within(error, ${quote(written(item.name))}, i)`;
    body.statement(`{
  const items = ${value};
  let before = out;
  let i = 0;
  out = '';
  try {
    for (; i < items.length; i++) {
      const item = items[i];
${indent(inner.assign(), 6)}
      if (out.length > w.PIECE) {
        before += w.flat(out);
        out = '';
      }
    }
  } catch (error) {
    throw ${step === '' ? error : `w.within(${error}, ${step})`};
  }
  out = before + out;
}`);
  }

  #properties(body: WriteBody, id: string, { properties, additional }: ObjectContent): void {
    for (const property of properties) {
      const { key, required, nodeType } = property;
      const value = get('v', key);
      const nested = `${id}_${identifierOf(key)}`;
      if (nodeType === 'text') body.append(...optional(required, value, [scalar(property.type, value, "'text()'")]));
      if (nodeType === 'cdata') body.append(...optional(required, value, [cdata(property.type, value, "'text()'")]));
      if (nodeType === 'element') {
        const step = quote(written(property.element.name));
        maybe(body, required, value, (inner) => this.#element(inner, property.element, value, step, nested));
      }
      if (nodeType === 'none') {
        const own = this.#identifiers.fresh(nested);
        maybe(body, required, value, (inner) => {
          inner.check(`w.array(${value}, ${quote(written(property.item.name))});`);
          this.#items(inner, property.item, value, '', own);
        });
      }
    }
    if (additional) this.#entries(body, id, properties, additional);
  }

  #entries(
    body: WriteBody,
    id: string,
    properties: Property[],
    additional: NonNullable<ObjectContent['additional']>,
  ): void {
    const known = properties.map(({ key }) => quote(key)).join(', ');
    const skipped = known === '' ? '' : ` || [${known}].includes(key)`;
    const names: QName[] = properties.flatMap((property) => {
      if (property.nodeType === 'element') return property.element.name;
      return property.nodeType === 'none' ? property.item.name : [];
    });
    const taken = names.flatMap(({ local, aliases }) => [local, ...aliases]).map(quote);
    const attributes = attributesOf(additional.content, this.#plans).map(({ name }) => name);
    const namespaces = declarations({ local: '', aliases: [] }, attributes, this.#plan.pointer);
    const inner = new WriteBody();
    this.#anyElement(inner, additional, {
      start: [literal('<'), computed('key'), literal(namespaces)],
      end: [literal('</'), computed('key'), literal('>')],
      value: 'entry',
      step: '',
      id: `${id}_entry`,
    });
    body.statement(`for (const key of Object.keys(v)) {
  const entry = v[key];
  if (entry === undefined${skipped}) continue;
  try {
    w.entryName(key, [${taken.join(', ')}]);
${indent(inner.assign(), 4)}
  } catch (error) {
    throw w.within(error, key);
  }
}`);
  }
}

/** What is written only when the value is there, if it is optional. */
function maybe(body: WriteBody, required: boolean, value: string, write: (body: WriteBody) => void): void {
  if (required) {
    write(body);
    return;
  }
  const inner = new WriteBody();
  write(inner);
  body.statement(`if (${value} !== undefined) {\n${indent(inner.assign())}\n}`);
}
