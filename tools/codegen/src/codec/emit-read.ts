import type {
  ArrayContent,
  AttributeProperty,
  Choice,
  Content,
  Element,
  Entry,
  ObjectContent,
  Property,
  QName,
  ScalarType,
  TextProperty,
} from '@mailwright/xml-codec/plan';
import { isXsiType, written } from '@mailwright/xml-codec/plan';
import { type Identifiers, identifierOf, propertyKey, quote } from './identifiers.ts';
import { indent } from './write-body.ts';

/** Emits the functions that read: one for each object, array and choice, each called just after the start tag. */
export class ReadEmitter {
  readonly functions: string[] = [];
  readonly #identifiers: Identifiers;

  constructor(identifiers: Identifiers) {
    this.#identifiers = identifiers;
  }

  /** The exported function of a plan. */
  exported(id: string, content: Content): void {
    this.#function(id, content, 'export ');
  }

  /** Expression that reads an element whose name was just told. `id` names the function to make, should it need one. */
  element({ nullable, content }: Omit<Element, 'name'>, id: string, optional = false): string {
    const canBeEmpty = content.kind === 'scalar' && isText(content.type);
    const none = nullable ? 'null' : 'undefined';
    const read =
      content.kind === 'scalar' && !canBeEmpty && (nullable || optional)
        ? `textOr(r, ${parser(content.type)}, ${none})`
        : this.#content(content, id);
    return nullable ? `r.startOrNil() ? null : ${read}` : `(r.start(), ${read})`;
  }

  #content(content: Content, id: string): string {
    if (content.kind === 'scalar') {
      return content.words ? `toWord(r.text(), ${JSON.stringify(content.words)})` : scalar(content.type);
    }
    if (content.kind === 'ref') return `read${this.#identifiers.of(content.plan)}(r)`;
    const own = this.#identifiers.fresh(id);
    this.#function(own, content, '');
    return `read${own}(r)`;
  }

  #function(id: string, content: Content, prefix: string): void {
    const index = this.functions.push('') - 1;
    const body = this.#body(id, content);
    this.functions[index] = `${prefix}function read${id}(r: Reader): Value {\n${indent(body)}\n}`;
  }

  #body(id: string, content: Content): string {
    switch (content.kind) {
      case 'object':
        return this.#object(id, content);
      case 'array':
        return this.#array(id, content);
      case 'choice':
        return this.#choice(content);
      default:
        return `return ${this.#content(content, id)};`;
    }
  }

  #array(id: string, { item, isMap }: ArrayContent): string {
    const arm = { name: item.name, code: `items.push(${this.element(item, `${id}_item`)});\nbreak;` };
    return `const items: Value[] = [];
for (;;) {
  switch (${next([item.name], hintOf(item.name))}) {
    case '':
      return ${isMap ? 'toRecord(r, items)' : 'items'};
${switchArms([arm])}
    default:
      ${skipUnknown([item.name])}
  }
${isMap ? '' : '  if (r.pauses()) return items;\n'}}`;
  }

  #choice({ name, nodeType, variants }: Choice): string {
    const isAttribute = nodeType === 'attribute';
    const where = isAttribute ? `@${written(name)}` : name.local;
    const names = [name.local, ...name.aliases].map(quote).join(', ');
    const types = variants.map((each) => JSON.stringify([each.value, ...(each.namespace ? [each.namespace] : [])]));
    const value = isAttribute
      ? isXsiType(name)
        ? `xsiType(r, [${types.join(', ')}])`
        : `r.attribute(${attributeName(name)})`
      : `lookAhead(r, [${names}], ${quote(name.namespace ?? '')})`;
    const values = variants.map((variant) => quote(variant.value)).join(', ');
    return `const kind = ${value};
switch (kind) {
${variants.map((variant) => `  case ${quote(variant.value)}:\n    return read${this.#identifiers.of(variant.plan)}(r);`).join('\n')}
  default:
    return noSuchKind(r, ${quote(where)}, kind, [${values}]);
}`;
  }

  #object(id: string, content: ObjectContent): string {
    const { properties, additional } = content;
    const variables = new Map(properties.map((property, i) => [property, variable(property.key, i)]));
    const declared = properties.map((property) => this.#declare(property, variables.get(property)!)).filter(Boolean);
    const text = properties.find((property) => property.nodeType === 'text' || property.nodeType === 'cdata');
    const children = properties.filter((property) => property.nodeType === 'element' || property.nodeType === 'none');
    const result = this.#result(content, variables);
    if (text)
      return [...declared, `const ${variables.get(text)} = ${readText(text as TextProperty)};`, result].join('\n');

    const names = children.map((property) => (property.nodeType === 'element' ? property.element : property.item).name);
    const hints = names.map(hintOf);
    const arms = children.map((property, i) => {
      const v = variables.get(property)!;
      const name = names[i]!;
      const nestedId = `${id}_${identifierOf(property.key)}`;
      if (property.nodeType === 'none') {
        const read = this.element(property.item, nestedId);
        const again = hints.length > 1 ? `hint = ${quote(hints[i]!)};\n` : '';
        const push = property.required
          ? `${v}.push(${read});`
          : `if (${v} === undefined) ${v} = [${read}];\nelse ${v}.push(${read});`;
        return { name, code: `${push}\n${again}break;` };
      }
      const read = this.element(property.element, nestedId, !property.required);
      const then = hints.length > 1 ? `hint = ${quote(hints[i + 1] ?? hints[0]!)};\n` : '';
      const once = `if (${v} !== undefined) tooMany(r, ${quote(name.local)});`;
      return { name, code: `${once}\n${v} = ${read};\n${then}break;` };
    });
    const child = next(names, undefined, hints.length > 1 ? 'hint' : quote(hints[0] ?? ''));
    return [
      ...declared,
      ...(additional ? ['const more: Value = {};'] : []),
      ...(hints.length > 1 ? [`let hint = ${quote(hints[0]!)};`] : []),
      'for (;;) {',
      additional ? `  const child = ${child};\n  switch (child) {` : `  switch (${child}) {`,
      `    case '':`,
      indent(result, 6),
      switchArms(arms),
      ...(additional ? [`    case ':':`, `      ${skipUnknown(names)}`, '      break;'] : []),
      '    default:',
      additional ? indent(this.#entry(id, additional, names), 6) : `      ${skipUnknown(names)}`,
      '  }',
      '}',
    ].join('\n');
  }

  #entry(id: string, additional: Entry, names: readonly QName[]): string {
    const read = this.element(additional, `${id}_entry`);
    const define = (value: string) =>
      `Object.defineProperty(more, child, { value: ${value}, enumerable: true, configurable: true, writable: true });`;
    const foreign = isQualified(names) ? `if (!r.in('')) {\n  ${skipUnknown(names)}\n  break;\n}\n` : '';
    if (additional.isList)
      return `${foreign}if (!Object.hasOwn(more, child)) ${define('[]')}\nmore[child].push(${read});`;
    return `${foreign}if (Object.hasOwn(more, child)) tooMany(r, child);\n${define(read)}`;
  }

  #declare(property: Property, v: string): string {
    if (property.nodeType === 'attribute') return `const ${v} = ${readAttribute(property)};`;
    if (property.nodeType === 'element') return `let ${v}: Value;`;
    if (property.nodeType === 'none')
      return property.required ? `const ${v}: Value[] = [];` : `let ${v}: Value[] | undefined;`;
    return '';
  }

  /** Required properties that come first make the literal; the order of keys is that of the schema. */
  #result({ properties, additional }: ObjectContent, variables: Map<Property, string>): string {
    const lines: string[] = [];
    for (const property of properties) {
      if (property.nullable) continue;
      const what = expected(property);
      if (property.required && property.nodeType !== 'none' && what !== undefined) {
        lines.push(`if (${variables.get(property)} === undefined) missing(r, ${quote(what)});`);
      }
    }
    const always = (property: Property) => property.required || isAlwaysThere(property);
    const firstOptional = properties.findIndex((property) => !always(property));
    const leading = firstOptional < 0 ? properties : properties.slice(0, firstOptional);
    const resultOf = (p: Property) => {
      if (p.nodeType === 'none') return p.isMap ? `toRecord(r, ${variables.get(p)})` : variables.get(p);
      return p.nullable && p.required && !isAlwaysThere(p) ? `${variables.get(p)} ?? null` : variables.get(p);
    };
    const literal = `{ ${leading.map((p) => `${propertyKey(p.key)}: ${resultOf(p)}`).join(', ')} }`.replace(
      '{  }',
      '{}',
    );
    const rest = properties.slice(leading.length);
    if (rest.length === 0 && !additional) return [...lines, `return ${literal};`].join('\n');
    lines.push(`const value: Value = ${literal};`);
    for (const property of rest) {
      const v = variables.get(property);
      const set = `value[${quote(property.key)}] = ${resultOf(property)};`;
      lines.push(always(property) ? set : `if (${v} !== undefined) ${set}`);
    }
    lines.push(additional ? 'return { ...value, ...more };' : 'return value;');
    return lines.join('\n');
  }
}

/** Whether text may be empty and still be a value. */
function isText(type: ScalarType): boolean {
  return type in READ || type === 'base64';
}

/** How scalars are read whose text is not parsed. */
const READ: Partial<Record<ScalarType, string>> = {
  string: 'r.text()',
  scalar: 'r.text()',
  raw: 'rawText(r)',
  any: 'anyValue(r)',
  members: 'members(r)',
};

/** Expression that reads the text of an element. */
function scalar(type: ScalarType): string {
  return READ[type] ?? `${parser(type)}(r, r.text())`;
}

/** The function that reads a text. */
function parser(type: ScalarType): string {
  return type === 'xsdFloat' ? 'toFloat' : `to${type[0]!.toUpperCase()}${type.slice(1)}`;
}

function readAttribute({ name, type }: AttributeProperty): string {
  if (type === 'string' || type === 'scalar') return `r.attribute(${attributeName(name)})`;
  return `attributeAs(r, ${parser(type)}, ${attributeName(name)})`;
}

/** Arguments of `Reader.attribute`. */
function attributeName(name: QName): string {
  return name.namespace && name.prefix ? `${quote(name.local)}, ${quote(name.namespace)}` : quote(written(name));
}

function readText({ type, required, nullable }: TextProperty): string {
  return isText(type) || (required && !nullable) ? scalar(type) : `textOr(r, ${parser(type)}, undefined)`;
}

/** The text of an element is always there, perhaps empty. */
function isAlwaysThere(property: Property): boolean {
  return (property.nodeType === 'text' || property.nodeType === 'cdata') && isText(property.type);
}

function expected(property: Property): string | undefined {
  if (property.nodeType === 'element') return property.element.name.local;
  if (property.nodeType === 'attribute') return `@${written(property.name)}`;
  return undefined;
}

/** Elements without a prefix can be told before they are read. */
function hintOf(name: QName): string {
  return name.prefix ? '' : name.local;
}

function isQualified(names: readonly QName[]): boolean {
  return names.some(({ namespace }) => namespace !== undefined);
}

/** Expression that reads the next start tag. */
function next(names: readonly QName[], hint = '', expression = quote(hint)): string {
  return `r.${isQualified(names) ? 'anyChild' : 'child'}(${expression})`;
}

/** What is done for an element of a name; `code` ends with `break;`. */
interface Arm {
  name: QName;
  code: string;
}

/** The arms of a switch by local name; where names have namespaces, these decide within. */
function switchArms(arms: readonly Arm[]): string {
  const names = arms.map(({ name }) => name);
  const byNamespace = isQualified(names);
  const byLocal = new Map<string, Arm[]>();
  for (const arm of arms)
    for (const local of [arm.name.local, ...arm.name.aliases]) byLocal.set(local, [...(byLocal.get(local) ?? []), arm]);
  const bodies = new Map<string, string[]>();
  for (const [local, group] of byLocal) {
    const body = byNamespace ? guarded(group, names) : group[0]!.code;
    bodies.set(body, [...(bodies.get(body) ?? []), local]);
  }
  return [...bodies]
    .map(([body, locals]) => `${locals.map((local) => `    case ${quote(local)}:`).join('\n')}\n${indent(body, 6)}`)
    .join('\n');
}

/** Those that name a namespace come first: an element of the parent's namespace may be meant by either. */
function guarded(group: readonly Arm[], names: readonly QName[]): string {
  const sorted = group.toSorted((a, b) => Number(!a.name.namespace) - Number(!b.name.namespace));
  const test = group.length > 1 ? 'isExactly' : 'in';
  const arms = sorted.map(({ name, code }) => `if (r.${test}(${quote(name.namespace ?? '')})) {\n${indent(code)}\n}`);
  return [...arms, skipUnknown(names), 'break;'].join('\n');
}

/** Statement that passes over an element that is none of the described ones. */
function skipUnknown(names: readonly QName[]): string {
  return `r.skipUnknown([${[...new Set(names.map(({ local }) => quote(local)))].join(', ')}]);`;
}

function variable(key: string, i: number): string {
  return /^\w+$/.test(key) ? `$${key}` : `$$${i}`;
}
