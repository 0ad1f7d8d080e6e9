import type { JsonSchema, Operation } from '@mailwright/codegen/description';
import { propertiesOf, requiredOf, type Schemas } from '../contract/schemas.ts';
import { type Reference, referencesIn } from './references.ts';
import type { Resource } from './resources.ts';

/** References whose names tell no resource, such as `authorId` to users, by the operation that makes what refers. */
export type Roles = ReadonlyMap<Operation, readonly Reference[]>;

/** Most ways to fill the references of one operation that are tried. */
const MOST_ATTEMPTS = 8;

/** An optional member that the request which makes a resource is to have. */
export interface TriedMember {
  create: Operation;
  key: string;
}

/**
 * Finds what members such as `authorId` refer to by making things: as inferred from names, and if the service refuses that, with
 * the ids of other resources. Optional members are tried one by one, beside the required ones.
 * @param isMakable reports whether the service makes a resource with these roles, and with this member
 */
export async function findRoles(
  resources: readonly Resource[],
  schemas: Schemas,
  isMakable: (resource: Resource, roles: Roles, member?: TriedMember) => Promise<boolean>,
): Promise<Roles> {
  let roles: Roles = new Map();
  for (const resource of resources) {
    const { create } = resource;
    if (!create) continue;
    const tryChoices = async (choices: Reference[][], member?: TriedMember) => {
      if (choices.length === 0) return;
      const known = roles.get(create) ?? [];
      for (const choice of [[], ...choices.slice(0, MOST_ATTEMPTS)]) {
        const tried = new Map([...roles, [create, [...known, ...choice]] as const]);
        if (!(await isMakable(resource, tried, member))) continue;
        roles = tried;
        return;
      }
    };
    const { required, optional } = choicesOf(create, resources, schemas);
    await tryChoices(required);
    for (const [key, choices] of optional) await tryChoices(choices, { create, key });
  }
  return roles;
}

/** Ways to let the references of an operation that tell no resource refer to one: all required ones, and each optional one. */
function choicesOf(create: Operation, resources: readonly Resource[], schemas: Schemas) {
  const schema = schemas.body(create, create.bodies[0]) ?? {};
  const others = resources.filter((each) => each.create !== undefined && each.create !== create);
  const known = referencesIn(schema, others).map(({ key }) => key);
  const isRequired = new Set(requiredOf(schema));
  let required: Reference[][] = [];
  const optional = new Map<string, Reference[][]>();
  for (const [key, property] of Object.entries(propertiesOf(schema))) {
    if (known.includes(key) || !isReference(key, property)) continue;
    const targets = others.filter(({ idSchema }) => isAlike(property, idSchema));
    const some = targets.map((resource): Reference => ({ key, resource, isList: false }));
    const single = some.map((one) => [one]);
    if (!isRequired.has(key)) optional.set(key, single);
    else if (required.length === 0) required = single;
    else required = required.flatMap((each) => some.map((one) => [...each, one]));
  }
  return { required, optional };
}

/** `authorId`, `created_by`, and UUIDs of any name. */
function isReference(key: string, { type, format, enum: values }: JsonSchema): boolean {
  const isScalar = [type].flat().some((each) => each === 'string' || each === 'integer');
  return isScalar && !values && (/(id|ids|uuid|ref|by)$/i.test(key) || format === 'uuid');
}

/** Reports whether a value of one schema may be an id of the other: both are UUIDs, or both texts or integers. */
function isAlike(property: JsonSchema, id: JsonSchema | undefined): boolean {
  if (!id) return true;
  const types = [property.type].flat();
  return [id.type].flat().some((type) => types.includes(type)) && (property.format ?? '') === (id.format ?? '');
}
