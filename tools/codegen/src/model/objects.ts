import type { Json } from './model.ts';
import { isReference, joinPointer } from './pointer.ts';
import { type Children, childrenOf, isObject, type NodeKind } from './walk.ts';

/**
 * Kinds of objects in whose place a reference may stand. `other` is any object of OpenAPI that no code is generated from, such as
 * a server; `map` and `list` hold objects of another kind.
 */
export type PlaceKind =
  | NodeKind
  | 'example'
  | 'link'
  | 'securityScheme'
  | 'discriminator'
  | 'container'
  | 'mapped'
  | 'other';

/** An object of a description, and where it stands. */
export interface ObjectPlace {
  node: Json;
  kind: PlaceKind;
  pointer: string;
  /** The object that holds it. */
  parent?: Json;
  parentKey?: string | number | undefined;
  /** What a map or a list holds in whose place a reference stands. */
  childKind?: PlaceKind;
}

/** A reference: `node[key]` is its text. Of a value of a discriminator's mapping, `parent` is the schema. */
export interface ReferencePlace extends ObjectPlace {
  key: string;
}

type Grammar = Record<string, [form: 'one' | 'list' | 'map', kind: PlaceKind]>;

/** Objects of which `walk` visits nothing, and those of Swagger 2.0. */
const FURTHER: Partial<Record<PlaceKind, Grammar>> = {
  document: {
    definitions: ['map', 'schema'],
    parameters: ['map', 'parameter'],
    responses: ['map', 'response'],
    securityDefinitions: ['map', 'securityScheme'],
    'x-ms-paths': ['map', 'pathItem'],
    'x-webhooks': ['map', 'pathItem'],
  },
  components: {
    examples: ['map', 'example'],
    links: ['map', 'link'],
    securitySchemes: ['map', 'securityScheme'],
    mediaTypes: ['map', 'mediaType'],
  },
  parameter: { examples: ['map', 'example'] },
  header: { examples: ['map', 'example'] },
  response: { schema: ['one', 'schema'], links: ['map', 'link'] },
  mediaType: {
    examples: ['map', 'example'],
    itemSchema: ['one', 'schema'],
    itemEncoding: ['one', 'encoding'],
    prefixEncoding: ['list', 'encoding'],
  },
  schema: {
    definitions: ['map', 'schema'],
    additionalItems: ['one', 'schema'],
    contentSchema: ['one', 'schema'],
    discriminator: ['one', 'discriminator'],
  },
};

/** Members whose values are data, in which a member `$ref` is no reference. */
const DATA: Partial<Record<PlaceKind, ReadonlySet<string>>> = {
  schema: new Set(['default', 'example', 'examples', 'enum', 'const', 'required', 'xml']),
  parameter: new Set(['default', 'example', 'enum']),
  header: new Set(['default', 'example', 'enum']),
  mediaType: new Set(['example']),
  response: new Set(['examples']),
  example: new Set(['value', 'dataValue']),
  link: new Set(['parameters', 'requestBody']),
};

export interface Part {
  kind?: PlaceKind;
  pointer?: string;
  /** Tells the nodes that are not entered. */
  isLeftOut?: (node: Json) => boolean;
}

/**
 * Visits the objects of a document, or of a part of one, by the places that OpenAPI gives them: extensions and values are data;
 * a property may be called `default`, and a response is. References are not followed.
 */
export function visitObjects(
  document: Json,
  visit: (place: ObjectPlace) => void,
  { kind = 'document', pointer = '#', isLeftOut = () => false }: Part = {},
): void {
  const enter = (node: Json, as: PlaceKind, at: string, parent?: Json, parentKey?: string | number): void => {
    if (typeof node !== 'object' || node === null || isLeftOut(node)) return;
    visit({ node, kind: as, pointer: at, parent, parentKey });
    const grammar = grammarOf(node, as);
    for (const [key, child] of Object.entries<Json>(node)) {
      const known = grammar[key];
      if (typeof child !== 'object' || child === null || isLeftOut(child)) continue;
      if (known === undefined && (key.startsWith('x-') || DATA[as]?.has(key))) continue;
      const below = joinPointer(at, key);
      const [form, childKind] = known ?? ['one', 'other'];
      if (form !== 'one' && isReference(child))
        visit({ node: child, kind: 'container', pointer: below, parent: node, parentKey: key, childKind });
      if (form === 'one' && !(known && Array.isArray(child))) enter(child, childKind, below, node, key);
      else enterAll(child, childKind, below, isOfExtensions(as, key));
    }
  };
  const enterAll = (children: Json, as: PlaceKind, at: string, hasExtensions: boolean): void => {
    for (const [name, child] of Object.entries<Json>(children))
      if (!(hasExtensions && name.startsWith('x-')))
        enter(child, as, joinPointer(at, name), children, Array.isArray(children) ? Number(name) : name);
  };
  enter(document, kind, pointer);
}

/** Finds the references of a document, or of a part of one. */
export function referencesIn(document: Json, part?: Part): ReferencePlace[] {
  const found: ReferencePlace[] = [];
  const visit = (place: ObjectPlace) => {
    const { node, kind, pointer, parent } = place;
    if (isReference(node)) found.push({ ...place, key: '$ref' });
    if (kind !== 'discriminator') return;
    const { mapping, defaultMapping } = node;
    for (const [value, target] of Object.entries(isObject(mapping) ? mapping : {})) {
      const at = joinPointer(pointer, 'mapping', value);
      if (typeof target === 'string') found.push({ node: mapping, key: value, kind: 'mapped', pointer: at, parent });
    }
    if (typeof defaultMapping === 'string')
      found.push({ ...place, key: 'defaultMapping', kind: 'mapped', pointer: joinPointer(pointer, 'defaultMapping') });
  };
  visitObjects(document, visit, part);
  return found;
}

function grammarOf(node: Json, kind: PlaceKind): Grammar {
  const known: Children = isNodeKind(kind) ? childrenOf(node, kind) : {};
  return { ...known, ...FURTHER[kind] };
}

const isNodeKind = (kind: PlaceKind): kind is NodeKind =>
  !['example', 'link', 'securityScheme', 'discriminator', 'container', 'mapped', 'other'].includes(kind);

/** Reports whether members of a map that begin with `x-` are extensions: a header or a schema may be called so. */
const isOfExtensions = (kind: PlaceKind, key: string): boolean =>
  (kind === 'operation' && key === 'responses') || (kind === 'document' && /^(paths|webhooks|x-.+)$/.test(key));
