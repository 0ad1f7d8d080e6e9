import { joinAll, joinDistinct, joinScalars } from './alternatives.ts';
import { readChoice, readRoots } from './choice.ts';
import { merge } from './merge.ts';
import { at, type Place, type ResolveRef, type Schema } from './schema.ts';
import { isStructural, readStructure } from './structure.ts';
import { needsDiscriminator, unsupported } from './unsupported.ts';
import type { View } from './view.ts';

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
    const beside = isStructural(rest) && !isBareType(rest) ? [this.view({ schema: rest, pointer }, trail)] : [];
    const strict = joinScalars(views) ?? joinDistinct(views);
    if (strict) return merge([...beside, strict], [], own, pointer);
    const joined = joinAll(views, (place) => this.view(place, trail));
    const roots =
      nullable || isStructural(rest) ? undefined : readRoots(this.#resolveRef, real, views, keyword, pointer);
    if (roots) return merge([joined?.kind === 'object' ? { ...roots, joined } : roots], [], own, pointer);
    return joined ? merge([...beside, joined], [], own, pointer) : needsDiscriminator(keyword, pointer);
  }
}

/** `type: object` or `array` and no more: beside `allOf` it only repeats what the members say. */
function isBareType(schema: Schema): boolean {
  const structure = Object.keys(schema).filter((keyword) => isStructural({ [keyword]: schema[keyword] }));
  return (schema.type === 'object' || schema.type === 'array') && structure.length === 1;
}

function isNull(schema: Schema): boolean {
  return schema.type === 'null' || schema.const === null || (schema.enum?.length === 1 && schema.enum[0] === null);
}
