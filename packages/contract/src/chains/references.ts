import type { JsonSchema, Operation } from '@mailwright/codegen/description';
import { alike, singular } from '../contract/names.ts';
import { propertiesOf } from '../contract/schemas.ts';
import type { Resource } from './resources.ts';

/** A property that holds the id of a resource. */
export interface Reference {
  key: string;
  resource: Resource;
  /** It holds a list of ids. */
  isList: boolean;
}

/** Properties of an object that hold ids of resources, by their names: `customerId`, `customer_id`, `tagIds`. */
export function referencesIn(schema: JsonSchema, resources: readonly Resource[]): Reference[] {
  return Object.entries(propertiesOf(schema)).flatMap(([key, property]): Reference[] => {
    const isList = property.type === 'array';
    const named = isList ? singular(key) : key;
    const scalar = isList ? property.items?.type : property.type;
    if ([scalar].flat().some((type) => type !== 'integer' && type !== 'string' && type !== 'null')) return [];
    const resource = resources.find((each) => isIdOf(each, named));
    return resource ? [{ key, resource, isList }] : [];
  });
}

function isIdOf({ name, parameter }: Resource, key: string): boolean {
  const [word = ''] = name.split(' ');
  const isTelling = !alike(parameter, 'id') && alike(key, parameter);
  return isTelling || ['id', 'uuid', 'ref'].some((ending) => alike(key, `${word}${ending}`));
}

/** Resources that cannot be without this one: their create refers to it, or they are below it. */
export function referredBy(
  resource: Resource,
  resources: readonly Resource[],
  references: (operation: Operation) => Reference[],
): Resource[] {
  return resources.filter(
    (each) => each.parent === resource || references(each.create!).some((reference) => reference.resource === resource),
  );
}
