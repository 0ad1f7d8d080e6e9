import { DescriptionError } from '../common/errors.ts';
import type { Json, JsonSchema, OpenApiDocument } from '../model/model.ts';
import { joinPointer, locate } from '../model/pointer.ts';
import { isObject, walk } from '../model/walk.ts';

/** A schema with an address of its own. */
interface Resource {
  pointer: string;
  uri: string;
}

interface Anchor {
  name: string;
  pointer: string;
  base: Resource | undefined;
}

/** Address of schemas whose `$id` is relative, and of the document that they stand in. */
const HERE = 'description:///';

const KEYWORDS = ['$id', '$anchor', '$dynamicAnchor', '$recursiveAnchor', '$schema'];

/**
 * Makes references by `$id` and anchors (JSON Schema 2020-12, 8.2) references by pointer. A `$dynamicRef` refers to the anchor that
 * the schema around it binds; a schema that binds the anchors of a template becomes a copy of the template with its own schemas.
 */
export function resolveIdentifiers(document: OpenApiDocument): void {
  const identifiers = new Identifiers(document);
  eachSchema(document, (schema, pointer) => {
    if (typeof schema.$ref === 'string') schema.$ref = identifiers.pointerOf(schema.$ref, pointer) ?? schema.$ref;
  });
  eachSchema(document, (schema, pointer) => bindTemplates(document, schema, pointer));
  eachSchema(document, (schema, pointer) => {
    for (const keyword of ['$dynamicRef', '$recursiveRef']) {
      if (typeof schema[keyword] !== 'string') continue;
      const target = identifiers.pointerOf(schema[keyword], pointer) ?? rootOf(schema[keyword], pointer);
      delete schema[keyword];
      schema.$ref ??= target;
    }
  });
  eachSchema(document, (schema) => {
    for (const keyword of KEYWORDS) if (typeof schema[keyword] !== 'object') delete schema[keyword];
  });
}

function eachSchema(document: OpenApiDocument, visit: (schema: JsonSchema, pointer: string) => void): void {
  walk(document, (node, kind, pointer) => {
    if (kind === 'schema') visit(node, pointer);
  });
}

class Identifiers {
  readonly #document: OpenApiDocument;
  readonly #resources: Resource[] = [];
  readonly #anchors: Anchor[] = [];

  constructor(document: OpenApiDocument) {
    this.#document = document;
    eachSchema(document, (schema, pointer) => {
      if (typeof schema.$id === 'string') {
        const uri = URL.parse(schema.$id, this.#baseOf(pointer)?.uri ?? HERE)?.href;
        if (uri) this.#resources.push({ pointer, uri: uri.replace(/#$/, '') });
      }
      for (const name of [schema.$anchor, schema.$dynamicAnchor])
        if (typeof name === 'string') this.#anchors.push({ name, pointer, base: this.#baseOf(pointer) });
    });
  }

  /** Returns the pointer that a reference by identifier means; `undefined` for a reference of another kind. */
  pointerOf($ref: string, pointer: string): string | undefined {
    const base = this.#baseOf(pointer);
    if ($ref.startsWith('#')) return this.#within(base, $ref);
    const uri = URL.parse($ref, base?.uri ?? HERE);
    const resource = uri && this.#resources.find((each) => each.uri === uri.href.split('#')[0]);
    return resource ? (this.#within(resource, uri.hash || '#') ?? resource.pointer) : undefined;
  }

  #within(base: Resource | undefined, fragment: string): string | undefined {
    if (fragment === '#') return base?.pointer;
    if (fragment.startsWith('#/')) {
      // Most people mean the document all the same.
      const target = base && base.pointer + fragment.slice(1);
      return target !== undefined && isThere(this.#document, target) ? target : undefined;
    }
    const named = this.#anchors.filter(({ name }) => name === fragment.slice(1));
    return (named.find((each) => each.base === base) ?? named[0])?.pointer;
  }

  #baseOf(pointer: string): Resource | undefined {
    return this.#resources.findLast((each) => `${pointer}/`.startsWith(`${each.pointer}/`));
  }
}

/** `#` without an identifier around it: the component, or the schema in place. */
const rootOf = ($ref: string, pointer: string): string =>
  $ref === '#' ? (/^#\/components\/schemas\/[^/]+/.exec(pointer)?.[0] ?? $ref) : $ref;

function isThere(document: OpenApiDocument, pointer: string): boolean {
  try {
    return locate(document, pointer, '#').node !== undefined;
  } catch (error) {
    if (error instanceof DescriptionError) return false;
    throw error;
  }
}

/** Copies the templates that a schema refers to, if it binds dynamic anchors of them. */
function bindTemplates(document: OpenApiDocument, schema: JsonSchema, pointer: string): void {
  const bound = new Map<string, string>();
  for (const [name, definition] of Object.entries<Json>(isObject(schema.$defs) ? schema.$defs : {}))
    if (typeof definition?.$dynamicAnchor === 'string')
      bound.set(`#${definition.$dynamicAnchor}`, definition.$ref ?? joinPointer(pointer, '$defs', name));
  if (bound.size === 0) return;
  const parts: Json[] = [schema, ...(Array.isArray(schema.allOf) ? schema.allOf : [])];
  for (const part of parts) {
    if (typeof part?.$ref !== 'string' || !isThere(document, part.$ref)) continue;
    const { $id: _id, $defs: _defs, ...copy } = structuredClone(locate(document, part.$ref, pointer).node);
    if (!bind(copy, bound)) continue;
    delete part.$ref;
    for (const [keyword, value] of Object.entries(copy)) part[keyword] ??= value;
  }
}

/** Replaces references to bound anchors; reports whether there are any. */
function bind(node: Json, bound: ReadonlyMap<string, string>): boolean {
  if (typeof node !== 'object' || node === null) return false;
  const target = bound.get(node.$dynamicRef);
  if (target !== undefined) {
    delete node.$dynamicRef;
    node.$ref = target;
  }
  const inside = Object.values(node).map((child) => bind(child, bound));
  return target !== undefined || inside.includes(true);
}
