import { keyOf, type Section, type Thing, titleOf } from './model.ts';
import { goalReference, references } from './schema.ts';

type Path = readonly (string | number)[];

/** What a property refers to: something of a section, or what files do not describe. */
export type ReferredSection = Section | 'goals' | 'events';

interface Reference {
  section: ReferredSection;
  name: string;
  /** Path of the property within its thing. */
  path: Path;
}

type Rewrite = (section: ReferredSection, value: string | number) => string | number;

const byName = new Map<string, { id: string; section: ReferredSection }>(Object.entries(references));
const byId = new Map<string, { name: string; section: ReferredSection }>(
  Object.entries(references).map(([name, { id, section }]) => [id, { name, section }]),
);
byName.set(goalReference.name, { id: goalReference.id, section: 'goals' });
byId.set(goalReference.id, { name: goalReference.name, section: 'goals' });

const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
/** Service events that are no transaction types. */
const serviceEvent = /^doi_confirmed$/i;

/** Rewrites references of properties in both directions; `rename` says what a key becomes. */
function rewrite(
  value: unknown,
  known: ReadonlyMap<string, { to: string; section: ReferredSection }>,
  replace: (section: ReferredSection, value: string | number, path: Path) => string | number,
  path: Path = [],
): unknown {
  if (Array.isArray(value)) return value.map((each, index) => rewrite(each, known, replace, [...path, index]));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]): [string, unknown] => {
    const here = [...path, key];
    const reference = known.get(key);
    if (reference && isScalar(part)) return [reference.to, replace(reference.section, part, here)];
    if (key === 'mailings' && Array.isArray(part))
      return [key, part.map((each, index) => replace('mailings', each as string, [...here, index]))];
    if (key === 'start_event' && isScalar(part) && !serviceEvent.test(String(part)))
      return [key, String(replace('events', part, here))];
    return [key, rewrite(part, known, replace, here)];
  });
  return Object.fromEntries(entries);
}

const namesToIds = new Map([...byName].map(([name, { id, section }]) => [name, { to: id, section }]));
const idsToNames = new Map([...byId].map(([id, { name, section }]) => [id, { to: name, section }]));

/** Writes properties as the API takes them: with ids in place of names. */
export const withIds = <Value>(value: Value, find: Rewrite): Value =>
  rewrite(value, namesToIds, (section, name) => find(section, name)) as Value;

/** Writes properties as files have them: with names in place of ids. */
export const withNames = <Value>(value: Value, find: Rewrite): Value =>
  rewrite(value, idsToNames, (section, id) => find(section, id)) as Value;

/** Returns everything that a thing refers to by its name. */
export function referencesOf({ section, properties }: Thing): Reference[] {
  const found: Reference[] = [];
  // Texts and templates have no such properties, but a mailing names its template by the path.
  rewrite(properties, namesToIds, (section, name, path) => {
    found.push({ section, name: String(name), path });
    return name;
  });
  if (section === 'mailings' && typeof properties.template === 'string' && !properties.template.startsWith('/'))
    found.push({ section: 'templates', name: properties.template, path: ['template'] });
  return found;
}

/**
 * Sorts things so that each one comes after those that it refers to, and otherwise as they are.
 * @param isThere whether something exists already, so that it need not come first
 * @throws Error if things need each other
 */
export function inOrder(things: readonly Thing[], isThere: (thing: Thing) => boolean): Thing[] {
  const byKey = new Map(things.map((thing) => [`${thing.section} ${keyOf(thing.name)}`, thing]));
  const sorted: Thing[] = [];
  const done = new Set<Thing>();
  const visit = (thing: Thing, above: readonly Thing[]) => {
    if (done.has(thing)) return;
    if (above.includes(thing)) {
      const loop = [...above.slice(above.indexOf(thing)), thing].map(titleOf);
      throw new Error(`${thing.locate([])}: ${loop.join(' needs ')}; nothing of it can be created first`);
    }
    for (const { section, name } of referencesOf(thing)) {
      const other = byKey.get(`${section} ${keyOf(name)}`);
      if (other && !isThere(other)) visit(other, [...above, thing]);
    }
    done.add(thing);
    sorted.push(thing);
  };
  for (const thing of things) visit(thing, []);
  return sorted;
}
