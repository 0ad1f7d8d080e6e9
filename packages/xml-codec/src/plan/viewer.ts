import { readChoice, readRoots } from './choice.ts';
import { merge } from './merge.ts';
import { at, type Place, type ResolveRef, type Schema } from './schema.ts';
import { isStructural, readStructure } from './structure.ts';
import { needsDiscriminator, unsupported } from './unsupported.ts';
import type { ObjectView, View } from './view.ts';

/** Makes views: follows references, merges `allOf`, takes `null` out of alternatives. */
export class Viewer {
  readonly #resolveRef: ResolveRef;
  readonly #refSiblings: boolean;

  /** @param refSiblings whether keywords beside `$ref` count (OpenAPI 3.1) or not (3.0) */
  constructor(resolveRef: ResolveRef, refSiblings: boolean) {
    this.#resolveRef = resolveRef;
    this.#refSiblings = refSiblings;
  }

  /** @param trail references on the way here, to find a schema that is made of itself */
  view({ schema, pointer }: Place, trail: readonly string[] = []): View {
    if (typeof schema !== 'object' || schema === null)
      unsupported(pointer, 'a schema must be an object that gives a type');
    if (schema.$ref !== undefined) return this.#viewRef(schema, schema.$ref, pointer, trail);
    if (schema.allOf) {
      const { allOf, ...own } = schema;
      const members = allOf.map((member, i) => ({ schema: member, pointer: at(pointer, 'allOf', i) }));
      return this.#all(members, own, pointer, trail);
    }
    for (const keyword of ['oneOf', 'anyOf'] as const) {
      if (schema[keyword]) return this.#viewAlternatives(schema, keyword, pointer, trail);
    }
    return readStructure(schema, pointer);
  }

  #viewRef(schema: Schema, ref: string, pointer: string, trail: readonly string[]): View {
    if (trail.includes(ref)) unsupported(pointer, `${ref} is made of itself`);
    const { $ref: _, ...siblings } = schema;
    if (this.#refSiblings && Object.keys(siblings).length > 0) {
      return this.#all([{ schema: { $ref: ref }, pointer }], siblings, pointer, trail);
    }
    const target = this.#resolveRef(ref, pointer);
    const view = this.view(target, [...trail, ref]);
    return { ...view, ref: view.ref ?? target.name };
  }

  /** `allOf` and everything beside it. */
  #all(members: Place[], own: Schema, pointer: string, trail: readonly string[]): View {
    const all = [...members, { schema: own, pointer }];
    const telling = all.filter((member) => isStructural(member.schema) && !isBareType(member.schema));
    const structural = telling.length > 0 ? telling : all.filter((member) => isStructural(member.schema));
    const notes = all.filter((member) => !structural.includes(member)).map((member) => member.schema);
    if (structural.length === 0)
      return readStructure(Object.assign({}, ...all.map((member) => member.schema)), pointer);
    return merge(
      structural.map((member) => this.view(member, trail)),
      notes,
      own,
      pointer,
    );
  }

  #viewAlternatives(schema: Schema, keyword: 'oneOf' | 'anyOf', pointer: string, trail: readonly string[]): View {
    const { [keyword]: alternatives = [], discriminator, ...rest } = schema;
    const places = alternatives.map((alternative, i) => ({ schema: alternative, pointer: at(pointer, keyword, i) }));
    const real = places.filter((place) => !isNull(place.schema));
    const nullable = real.length < places.length || rest.nullable === true;
    if (real.every((place) => !isStructural(place.schema)) && isStructural(rest)) {
      return this.view({ schema: rest, pointer }, trail);
    }
    const own = { ...rest, ...(nullable && { nullable }) };
    if (real.length === 1 && !discriminator) return this.#all(real, own, pointer, trail);
    if (discriminator) return readChoice(this.#resolveRef, real, discriminator, own, pointer);
    const views = real.map((place) => this.view(place, trail));
    const [first] = views;
    if (first?.kind === 'scalar' && views.every((view) => view.kind === 'scalar' && view.type === first.type)) {
      return merge(
        [{ ...first, xml: {}, ref: undefined, nullable: views.some((view) => view.nullable) }],
        [],
        own,
        pointer,
      );
    }
    const joined = joinedAlternatives(views);
    if (joined) return merge([joined], [], own, pointer);
    const roots =
      nullable || isStructural(rest) ? undefined : readRoots(this.#resolveRef, real, views, keyword, pointer);
    return roots ? merge([roots], [], own, pointer) : needsDiscriminator(keyword, pointer);
  }
}

/**
 * Objects whose children tell which one is meant: each requires one that no other has, and those of one name mean the same.
 * A document of any is read and written as an object that has the properties of all.
 */
function joinedAlternatives(views: View[]): ObjectView | undefined {
  const objects = views.filter((view) => view.kind === 'object');
  const [first] = objects;
  const names = new Set(objects.map(({ xml }) => JSON.stringify(xml)));
  if (!first || objects.length < views.length || names.size > 1 || objects.some(({ additional }) => additional))
    return undefined;
  const isOwn = (key: string) => objects.filter(({ properties: each }) => each.has(key)).length === 1;
  if (!objects.every(({ required: each }) => [...each].some(isOwn))) return undefined;
  const properties = new Map<string, Place>();
  for (const [key, place] of objects.flatMap((view) => [...view.properties])) {
    const known = properties.get(key);
    if (known && JSON.stringify(known.schema) !== JSON.stringify(place.schema)) return undefined;
    properties.set(key, place);
  }
  const required = [...first.required].filter((key) => objects.every((view) => view.required.has(key)));
  const nullable = objects.some((view) => view.nullable);
  return { ...first, ref: undefined, nullable, properties, required: new Set(required) };
}

/** `type: object` or `array` and no more: beside `allOf` it only repeats what the members say. */
function isBareType(schema: Schema): boolean {
  const structure = Object.keys(schema).filter((keyword) => isStructural({ [keyword]: schema[keyword] }));
  return (schema.type === 'object' || schema.type === 'array') && structure.length === 1;
}

function isNull(schema: Schema): boolean {
  return schema.type === 'null' || schema.const === null || (schema.enum?.length === 1 && schema.enum[0] === null);
}
