import type { ApiModel, Content, JsonSchema } from '../model/model.ts';
import { splitPointer } from '../model/pointer.ts';

/** Other forms in which clients send JSON: the words of `x-json-accepts`, and where they apply. */
interface Leniency {
  accepts?: string[];
  members?: Record<string, Leniency>;
  items?: Leniency;
}

/** Returns the positions of `x-json-accepts` in the schema of a JSON body, or `undefined` if there are none. */
export function leniencyOfBody({ schemas }: ApiModel, { kind, schema }: Content): Leniency | undefined {
  return kind === 'json' && schema !== undefined ? leniencyOf(schemas, schemas.get(schema), []) : undefined;
}

/** A schema that contains itself is read once. */
function leniencyOf(
  schemas: ApiModel['schemas'],
  schema: JsonSchema | undefined,
  above: JsonSchema[],
): Leniency | undefined {
  if (schema === undefined || above.includes(schema)) return undefined;
  const below = [...above, schema];
  const at = (child: JsonSchema | undefined) => leniencyOf(schemas, child, below);
  const referred = schema.$ref === undefined ? undefined : schemas.get(String(splitPointer(schema.$ref).at(-1)));
  const parts = [referred, ...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(at);
  const members = Object.entries<JsonSchema>(schema.properties ?? {}).flatMap(([name, child]) => {
    const found = at(child);
    return found ? [[name, found] as const] : [];
  });
  const own: Leniency = {
    ...(schema['x-json-accepts'] && { accepts: schema['x-json-accepts'] }),
    ...(members.length > 0 && { members: Object.fromEntries(members) }),
    ...(at(schema.items) && { items: at(schema.items) }),
  };
  const all = [own, ...parts].filter((each) => each !== undefined && Object.keys(each).length > 0) as Leniency[];
  return all.length === 0 ? undefined : all.reduce(merged);
}

function merged(one: Leniency, other: Leniency): Leniency {
  const accepts = [...(one.accepts ?? []), ...(other.accepts ?? [])];
  const items = one.items ?? other.items;
  const members = { ...one.members, ...other.members };
  return {
    ...(accepts.length > 0 && { accepts }),
    ...(Object.keys(members).length > 0 && { members }),
    ...(items && { items }),
  };
}
