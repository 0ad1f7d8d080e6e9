import { merge } from './merge.ts';
import { at, type Place, type ResolveRef, type Schema } from './schema.ts';
import { isStructural } from './structure.ts';
import { unsupported } from './unsupported.ts';
import type { RootsView, View } from './view.ts';

/**
 * Discriminator Object: `oneOf` or `anyOf` of references, told apart by one property.
 * Without a mapping a component is meant by its own name.
 */
export function readChoice(
  resolveRef: ResolveRef,
  alternatives: Place[],
  discriminator: NonNullable<Schema['discriminator']>,
  own: Schema,
  pointer: string,
): View {
  const { propertyName: key, mapping = {}, defaultMapping } = discriminator;
  if (defaultMapping) unsupported(at(pointer, 'discriminator', 'defaultMapping'), 'defaultMapping is not supported');
  const { type: _, ...notes } = own;
  if (isStructural(notes))
    unsupported(pointer, 'a discriminator with properties of its own: put them into each alternative');

  const byValue = Object.entries(mapping).map(([value, target]) => {
    const ref = target.includes('/') || target.includes('#') ? target : `#/components/schemas/${target}`;
    return { value, ...resolveRef(ref, at(pointer, 'discriminator', 'mapping', value)) };
  });
  const variants = alternatives.flatMap((place) => {
    if (place.schema.$ref === undefined) unsupported(place.pointer, 'an alternative of a discriminator must be a $ref');
    const target = resolveRef(place.schema.$ref, place.pointer);
    const mapped = byValue.filter(({ name }) => name === target.name);
    const values = mapped.length > 0 ? mapped.map(({ value }) => value) : [target.name];
    return values.map((value) => ({ value, plan: target.name, place: target }));
  });
  const view: View = {
    kind: 'choice',
    key,
    variants,
    pointer,
    nullable: false,
    xml: {},
    text: false,
    aliases: [],
    oneWay: false,
  };
  return merge([view], [], notes, pointer);
}

/** Components whose documents have root elements of their own; undefined for alternatives that have none. */
export function readRoots(
  resolveRef: ResolveRef,
  alternatives: Place[],
  views: View[],
  keyword: string,
  pointer: string,
): RootsView | undefined {
  const variants = views.flatMap((view, i) => {
    const { $ref } = alternatives[i]!.schema;
    if ($ref === undefined || view.nullable) return [];
    if (view.kind !== 'object' && (view.kind !== 'array' || view.isMap)) return [];
    return [{ plan: resolveRef($ref, alternatives[i]!.pointer).name, view }];
  });
  const lists = variants.filter(({ view }) => view.kind === 'array');
  if (variants.length < views.length || lists.length > 1) return undefined;
  const common = { pointer, nullable: false, xml: {}, text: false, aliases: [], oneWay: false };
  return { ...common, kind: 'roots', keyword, variants };
}
