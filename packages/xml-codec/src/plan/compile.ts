import { checkObject, elementNames } from './collisions.ts';
import type { Choice, Content, Element, ObjectContent, Plan, Property, QName, Roots, ScalarType } from './model.ts';
import { isReserved, NCNAME, qname } from './names.ts';
import { at, type Place, type ResolveRef, type Schema } from './schema.ts';
import { needsDiscriminator, unsupported } from './unsupported.ts';
import type { ArrayView, ChoiceView, ObjectView, RootsView, View } from './view.ts';
import { Viewer } from './viewer.ts';

export interface PlanOptions {
  /** Name of the plan, and of the root element when the schema's XML Object gives none. */
  rootName: string;
  /** JSON pointer of the schema, for messages. */
  pointer?: string;
  /** Version of the description; up to 3.0 keywords beside `$ref` do not count. Default 3.1. */
  openapi?: string;
  /** The attribute that stands for `null`. Default `nil`. */
  nil?: Plan['nil'];
}

/**
 * Reads a schema into a plan.
 *
 * @throws {UnsupportedSchemaError} with JSON pointer and reason, for what has no one right form in XML
 */
export function compilePlan(schema: Schema, resolveRef: ResolveRef, options: PlanOptions): Plan {
  const { rootName, pointer = '#', openapi = '3.1', nil = 'nil' } = options;
  const compiler = new Compiler(new Viewer(resolveRef, !/^3\.0/.test(openapi)));
  const view = compiler.viewer.view({ schema, pointer });
  const root = view.kind === 'roots' ? compiler.roots(view, rootName) : compiler.element(view, rootName);
  return { name: rootName, pointer, root, nil, refs: [...compiler.refs], notes: compiler.notes };
}

class Compiler {
  readonly viewer: Viewer;
  readonly refs = new Set<string>();
  readonly notes: Plan['notes'] = [];
  /** The arrays around the place being compiled; they have no plans of their own. */
  readonly #arrays: string[] = [];
  /** The joined alternatives around it, which have none either. */
  readonly #joined: string[] = [];
  /** Pointers and names of the properties on the way to it. */
  readonly #properties: string[] = [];

  constructor(viewer: Viewer) {
    this.viewer = viewer;
  }

  /** The name is for messages: each alternative has its own root element, which no name of the whole takes away. */
  roots(view: RootsView, rootName: string): Element {
    const names = view.variants.map(({ plan, view: each }) => each.xml.name ?? plan);
    if (view.joined && new Set(names).size < names.length) return this.element(view.joined, rootName);
    if (view.xml.name !== undefined) needsDiscriminator(view.keyword, view.pointer);
    const variants = view.variants.map(({ plan, view: each }): Roots['variants'][number] => {
      this.refs.add(plan);
      if (each.kind === 'array') return { plan, isList: true };
      const known = each.additional ? {} : { known: [...each.properties.keys()] };
      return { plan, required: [...each.required], ...known };
    });
    return { name: qname(view, rootName), nullable: false, content: { kind: 'roots', variants } };
  }

  /** An element of its own: a root, an item, a child. An array wraps its items here. */
  element(view: View, fallbackName: string): Element {
    const kind = nodeType(view);
    if (kind !== 'element' && !(kind === 'none' && view.kind === 'array')) {
      unsupported(view.pointer, `an element is needed here, not nodeType ${kind}`);
    }
    const name = qname(view, fallbackName);
    if (name.local !== (view.xml.name ?? fallbackName))
      this.#note(view.pointer, `the element is called "${name.local}": XML has no such name`);
    return { name, nullable: view.nullable, content: this.content(view, name.local) };
  }

  #note(pointer: string, message: string): void {
    this.notes.push({ pointer, message });
  }

  content(view: View, elementName: string): Content {
    if (view.kind === 'scalar') {
      if (view.type in OPEN) this.#note(view.pointer, OPEN[view.type]!);
      return { kind: 'scalar', type: view.type, ...(view.words && { words: view.words }) };
    }
    if (view.kind === 'array') return { kind: 'array', item: this.item(view, elementName), ...mapOf(view) };
    if (view.kind === 'roots') {
      if (view.joined && view.ref === undefined) return this.content(view.joined, elementName);
      if (!view.joined) return needsDiscriminator(view.keyword, view.pointer);
    }
    if (view.ref !== undefined) {
      this.refs.add(view.ref);
      return { kind: 'ref', plan: view.ref };
    }
    if (view.kind === 'choice') return this.choice(view);
    return view.kind === 'object' ? this.object(view) : needsDiscriminator(view.keyword, view.pointer);
  }

  /** OpenAPI 3.1, 4.8.26.1: items without a name of their own are called like the array. */
  item(array: ArrayView, arrayName: string): Element {
    if (this.#arrays.includes(array.items.pointer)) {
      unsupported(array.pointer, 'an array of itself: put an object between');
    }
    const view = this.viewer.view(array.items);
    if (view.kind === 'array' && nodeType(view) === 'none')
      this.#note(view.pointer, 'a list in a list: each has an element of its own, as if it were wrapped');
    this.#arrays.push(array.items.pointer);
    const element = this.element(withComponentName(view, array, arrayName), arrayName);
    this.#arrays.pop();
    return element;
  }

  object(view: ObjectView): ObjectContent {
    const { joined } = view;
    if (joined !== undefined) {
      if (this.#joined.includes(joined))
        unsupported(view.pointer, 'alternatives that hold each other need a discriminator');
      this.#joined.push(joined);
    }
    const content = this.#object(view);
    if (joined !== undefined) this.#joined.pop();
    return content;
  }

  #object(view: ObjectView): ObjectContent {
    const undescribed = view.additional ? [] : [...view.required].filter((key) => !view.properties.has(key));
    const described = [
      ...view.properties,
      ...undescribed.map((key) => [key, { schema: {}, pointer: view.pointer }] as const),
    ];
    const properties = described.map(([key, place]) => this.#within(key, place, view.required.has(key)));
    const shared = sharedNames(properties);
    const content: ObjectContent = {
      kind: 'object',
      properties: properties.map((property, i) => {
        const [key, place] = described[i]!;
        const apart = elementNames(property).some((name) => shared.has(name)) && toldApart(property, place);
        if (!apart) return property;
        this.#note(place.pointer, apart.message);
        return this.property(key, apart.place, view.required.has(key));
      }),
    };
    if (view.additional) content.additional = this.dictionary(view.additional);
    checkObject(content, view.pointer);
    return content;
  }

  /** A property that a combination makes of the object that it stands in has no end, and no component to refer to. */
  #within(key: string, place: Place, isRequired: boolean): Property {
    const path = `${place.pointer} ${key}`;
    if (this.#properties.includes(path))
      unsupported(place.pointer, 'holds itself through allOf; make the combination a component');
    this.#properties.push(path);
    const property = this.property(key, place, isRequired);
    this.#properties.pop();
    return property;
  }

  property(key: string, place: Place, isRequired: boolean): Property {
    if (key === '__proto__') unsupported(place.pointer, 'a property cannot be called __proto__');
    const view = this.#conventional(key, this.viewer.view(place));
    const required = isRequired && !view.oneWay;
    const kind = nodeType(view);
    if (kind === 'element') return { nodeType: kind, key, required, element: this.element(view, key) };
    const base = { key, required, ...(view.nullable && { nullable: true as const }) };
    if (kind === 'none') {
      if (view.kind !== 'array') unsupported(view.pointer, 'only an array can have nodeType none');
      return { nodeType: kind, ...base, item: this.item(view, nameOfFlat(view, key)), ...mapOf(view) };
    }
    if (view.kind !== 'scalar') unsupported(view.pointer, `nodeType ${kind} is for text, not for an ${view.kind}`);
    if (view.words) unsupported(view.pointer, 'x-ignore-case is for elements only');
    if (view.type === 'raw' && kind !== 'text') unsupported(view.pointer, 'x-xml-raw is for elements and their text');
    if (view.type === 'members') unsupported(view.pointer, `nodeType ${kind} is for text, not for an object`);
    // An attribute and the text beside attributes hold no elements.
    const type = view.type === 'any' ? 'scalar' : view.type;
    if (kind === 'attribute') {
      if (view.xml.namespace && !view.xml.prefix)
        unsupported(view.pointer, 'the namespace of an attribute needs a prefix');
      return { nodeType: kind, ...base, name: attributeName(view, key), type };
    }
    return { nodeType: kind, ...base, type };
  }

  /** Keys by which JSON often stands for attributes and text, `@id`, `#text` and `xml:lang`, and an attribute that cannot be one. */
  #conventional(key: string, view: View): View {
    const { name, attribute, nodeType: type } = view.xml;
    if (attribute && type === undefined && isObject(view)) {
      this.#note(view.pointer, 'an object cannot be an attribute: it is an element');
      return { ...view, xml: { ...view.xml, attribute: false } };
    }
    if (view.kind !== 'scalar' || name !== undefined || attribute !== undefined || type !== undefined) return view;
    if (key === '#text') return { ...view, text: true };
    if (isReserved(key)) return { ...view, xml: { ...view.xml, name: key, attribute: true } };
    const isAttribute = key.startsWith('@') && NCNAME.test(key.slice(1));
    return isAttribute ? { ...view, xml: { ...view.xml, name: key.slice(1), attribute: true } } : view;
  }

  dictionary(place: Place): NonNullable<ObjectContent['additional']> {
    const view = this.viewer.view(place);
    if (view.kind === 'array' && nodeType(view) === 'none' && !view.isMap) {
      const item = this.viewer.view(view.items);
      if (item.xml.name === undefined && item.kind !== 'array')
        return { nullable: item.nullable, content: this.content(item, ''), isList: true };
    }
    if (view.kind === 'array' && (nodeType(view) === 'none' || !this.viewer.view(view.items).xml.name)) {
      unsupported(view.pointer, 'arrays in a dictionary must be wrapped, with a name for the items');
    }
    if (nodeType(view) !== 'element') unsupported(view.pointer, 'the values of a dictionary must be elements');
    return { nullable: view.nullable, content: this.content(view, '') };
  }

  choice(view: ChoiceView): Choice {
    const places = view.variants.map(({ plan, place }) => {
      this.refs.add(plan);
      const variant = this.viewer.view(place);
      const property = variant.kind === 'object' ? variant.properties.get(view.key) : undefined;
      if (!property) unsupported(place.pointer, `lacks the discriminator property ${view.key}`);
      const compiled = this.property(view.key, property, true);
      const isAttribute = compiled.nodeType === 'attribute';
      const type = isAttribute ? compiled.type : compiled.nodeType === 'element' && compiled.element.content;
      const told = typeof type === 'object' && type.kind === 'scalar' ? type.type : type;
      if (told !== 'string' && told !== 'any' && told !== 'scalar') {
        unsupported(property.pointer, 'a discriminator must be a string in an element or an attribute');
      }
      const name = isAttribute ? compiled.name : (compiled as Property & { nodeType: 'element' }).element.name;
      return { nodeType: isAttribute ? ('attribute' as const) : ('element' as const), name };
    });
    const [first] = places;
    if (!first) unsupported(view.pointer, 'a discriminator without alternatives');
    if (places.some((place) => JSON.stringify(place) !== JSON.stringify(first))) {
      unsupported(at(view.pointer, 'discriminator'), `${view.key} must stand at the same place in every alternative`);
    }
    const values = view.variants.map(({ value }) => value);
    const twice = values.find((value, i) => values.indexOf(value) !== i);
    if (twice !== undefined) unsupported(at(view.pointer, 'discriminator'), `${twice} means two alternatives`);
    return {
      kind: 'choice',
      key: view.key,
      ...first,
      variants: view.variants.map(({ value, plan, place }) => {
        const { namespace } = this.viewer.view(place).xml;
        return { value, plan, ...(namespace && { namespace }) };
      }),
    };
  }
}

/**
 * Items of a wrapped list that are a component without a name are called like the list; many services call them like the
 * component, which is accepted on reading.
 */
function withComponentName(view: View, { xml, isMap }: ArrayView, arrayName: string): View {
  const { ref } = view;
  if (!xml.wrapped || isMap || view.xml.name !== undefined || ref === undefined) return view;
  if (ref === arrayName || view.aliases.includes(ref) || !NCNAME.test(ref)) return view;
  return { ...view, aliases: [...view.aliases, ref] };
}

/** Notes on the information that open values lose in XML, which has no types. */
const OPEN: Partial<Record<ScalarType, string>> = {
  any: 'of any type: in XML it is a text, or an object without types',
  members: 'of any members: in XML they are texts, and objects without types',
  scalar: 'of several types: in XML its text is read',
};

const isObject = (view: View): boolean => view.kind === 'object' || (view.kind === 'scalar' && view.type === 'members');

function attributeName(view: View, key: string): QName {
  const { name = key, prefix } = view.xml;
  return !prefix && isReserved(name) ? { local: name, aliases: [] } : qname(view, key);
}

/** Names of elements that several properties have. */
function sharedNames(properties: readonly Property[]): Set<string> {
  const names = properties.flatMap(elementNames);
  return new Set(names.filter((name, i) => names.indexOf(name) !== i));
}

/** The place of a property that has the name of another one by what it refers to: called by its key, or wrapped. */
function toldApart(property: Property, { schema, pointer }: Place): { place: Place; message: string } | undefined {
  const { key } = property;
  const [name] = elementNames(property);
  if (name === key || schema.xml?.name !== undefined || ('isMap' in property && property.isMap)) return undefined;
  const isList = property.nodeType === 'none';
  const xml = isList ? { wrapped: true } : { name: key };
  const message = isList
    ? `another property has the element "${name}": the list is wrapped`
    : `another property has the element "${name}": this one is called "${key}"`;
  return { place: { schema: { allOf: [schema], xml }, pointer }, message };
}

function mapOf({ isMap }: ArrayView): { isMap?: true } {
  return isMap ? { isMap } : {};
}

/** The entries of a flat record are called like the record; the name of a flat list is none of its items. */
function nameOfFlat({ isMap, xml }: ArrayView, key: string): string {
  return (isMap && xml.name) || key;
}

/** The node that a view makes, in the words of OpenAPI 3.2; 3.0 and 3.1 say it with `attribute` and `wrapped`. */
function nodeType(view: View): Property['nodeType'] {
  const { nodeType: given, attribute, wrapped } = view.xml;
  if (given === undefined) {
    if (view.text) return 'text';
    if (attribute) return 'attribute';
    return view.kind === 'array' && !wrapped ? 'none' : 'element';
  }
  switch (given) {
    case 'element':
    case 'attribute':
    case 'text':
    case 'cdata':
    case 'none':
      return given;
    default:
      return unsupported(at(view.pointer, 'xml', 'nodeType'), `unknown nodeType ${JSON.stringify(given)}`);
  }
}
