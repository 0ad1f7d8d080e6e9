import type { ApiModel, Content, JsonSchema } from '../model/model.ts';
import { referencesIn } from '../model/objects.ts';
import { splitPointer } from '../model/pointer.ts';
import { leadingTo, reachable } from '../model/reachable.ts';

/** Other forms in which clients send JSON: the words of `x-json-accepts`, and where they apply. */
interface Leniency {
  accepts?: string[];
  members?: Record<string, Leniency>;
  items?: Leniency;
}

type Schemas = ApiModel['schemas'];

/** Returns the positions of `x-json-accepts` in the schema of a JSON body, or `undefined` if there are none. */
export function leniencyOfBody({ schemas }: ApiModel, { kind, schema }: Content): Leniency | undefined {
  if (kind !== 'json' || schema === undefined) return undefined;
  const lenient = known.get(schemas) ?? lenientSchemas(schemas);
  known.set(schemas, lenient);
  return lenient.has(schema) ? leniencyOf(schemas, lenient, schema) : undefined;
}

/** Schemas that have such positions, or refer to some that have, and whether they contain themselves. */
type LenientSchemas = ReadonlyMap<string, boolean>;

const known = new WeakMap<Schemas, LenientSchemas>();

function lenientSchemas(schemas: Schemas): LenientSchemas {
  const own = [...schemas.keys()].filter((name) => hasPositions(schemas.get(name)!));
  if (own.length === 0) return new Map();
  const used = new Map([...schemas].map(([name, schema]) => [name, usedBy(schema)]));
  const containsItself = (name: string) => reachable(used, used.get(name)!).has(name);
  return new Map([...leadingTo(used, own)].map((name) => [name, containsItself(name)]));
}

const hasPositions = (schema: JsonSchema): boolean => JSON.stringify(schema).includes('"x-json-accepts"');

const usedBy = (schema: JsonSchema): string[] =>
  referencesIn(schema, { kind: 'schema' }).map(({ node }) => nameOf(node));

/** A value, and the schema that describes it. */
interface Described {
  schema: JsonSchema;
  made: Leniency;
}

/** Reads a schema level by level. One that contains itself is read in one level only. */
function leniencyOf(schemas: Schemas, lenient: LenientSchemas, name: string): Leniency | undefined {
  const whole: Leniency = {};
  const above = new Set([name]);
  let level: Described[] = [{ schema: schemas.get(name)!, made: whole }];
  while (level.length > 0) {
    const below: Described[] = [];
    const met = new Set<string>();
    for (const { schema, made } of level) {
      const parts = partsOf(schemas, schema, (each) => lenient.has(each) && !(lenient.get(each) && above.has(each)));
      for (const each of parts.names) met.add(each);
      for (const part of parts.schemas) below.push(...readPart(part, made));
    }
    for (const each of met) above.add(each);
    level = below;
  }
  return pruned(whole);
}

/** Adds what a schema says of a value, and returns the values in it. */
function readPart(part: JsonSchema, made: Leniency): Described[] {
  if (part['x-json-accepts']) made.accepts = [...(made.accepts ?? []), ...part['x-json-accepts']];
  const below = Object.entries<JsonSchema>(part.properties ?? {}).map(([key, schema]): Described => {
    made.members ??= {};
    made.members[key] ??= {};
    return { schema, made: made.members[key] };
  });
  if (typeof part.items !== 'object') return below;
  made.items ??= {};
  return [...below, { schema: part.items, made: made.items }];
}

/** A schema and all that say something of the same value, by reference where `isWanted`. */
function partsOf(schemas: Schemas, schema: JsonSchema, isWanted: (name: string) => boolean) {
  const parts = new Set([schema]);
  const names = new Set<string>();
  for (const part of parts) {
    if (part.$ref !== undefined && isWanted(nameOf(part))) {
      names.add(nameOf(part));
      parts.add(schemas.get(nameOf(part))!);
    }
    for (const each of [part.allOf, part.anyOf, part.oneOf].flatMap((list) => list ?? [])) parts.add(each);
  }
  return { schemas: parts, names };
}

const nameOf = ({ $ref }: JsonSchema): string => String(splitPointer(String($ref)).at(-1));

function pruned({ accepts, members = {}, items }: Leniency): Leniency | undefined {
  const kept = Object.entries(members).flatMap(([name, each]) => {
    const found = pruned(each);
    return found ? [[name, found] as const] : [];
  });
  const inItems = items && pruned(items);
  const own: Leniency = {
    ...(accepts && { accepts }),
    ...(kept.length > 0 && { members: Object.fromEntries(kept) }),
    ...(inItems && { items: inItems }),
  };
  return Object.keys(own).length > 0 ? own : undefined;
}
