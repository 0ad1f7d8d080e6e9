import type { JsonSchema, Operation } from '@mailwright/codegen/description';
import { alike, singular } from '../contract/names.ts';
import { propertiesOf, type Schemas } from '../contract/schemas.ts';
import type { Link } from './links.ts';

/** Things that are made at one path and read, changed and deleted at another, which has their id. */
export interface Resource {
  /** `order`; of several with the same word `order 2`. */
  name: string;
  /** `/orders/{orderId}` */
  path: string;
  /** Name of the last parameter of the path. */
  parameter: string;
  parent?: Resource;
  create?: Operation;
  list?: Operation;
  read?: Operation;
  remove?: Operation;
  /** Other operations on one of them. */
  changes: Operation[];
  /** Keys that lead from the answer of a create to the id; empty when the answer is the id. Absent when it is not in there. */
  idInAnswer?: string[];
  /** Keys that lead from an item of a list to its id. */
  idInItem?: string[];
  /** Keys that lead from the answer of a list to its items. */
  items?: string[];
  /** Schema of the id in responses, which is often more exact than that of the parameter. */
  idSchema?: JsonSchema;
}

/**
 * Finds the resources of a description by its paths: `/orders` makes and lists what is at `/orders/{id}`. Links say where an
 * id is, and may name another create: `POST /checkout`.
 */
export function findResources(
  operations: readonly Operation[],
  schemas: Schemas,
  links: readonly Link[] = [],
): Resource[] {
  const at = (method: string, path: string) => operations.find((each) => each.method === method && each.path === path);
  const paths = [...new Set(operations.map(({ path }) => path))].filter((path) => /\/\{[^}]*\}$/.test(path));
  const resources: Resource[] = [];
  for (const path of paths.toSorted((one, other) => one.length - other.length)) {
    const collection = path.slice(0, path.lastIndexOf('/'));
    const parameter = /\{([^}]*)\}$/.exec(path)![1]!;
    const word = singular(collection.split('/').findLast((segment) => segment !== '' && !segment.includes('{')) ?? '');
    const linked = links.find(
      ({ from, to, parameter: name }) => from.method === 'POST' && to.path === path && name === parameter,
    );
    // What is made elsewhere has an address that is known when nothing else is in it.
    const create = at('POST', collection) ?? (collection.includes('{') ? undefined : linked?.from);
    const list = at('GET', collection);
    const parent = resources.findLast((each) => collection.startsWith(`${each.path}/`));
    if (word === '' || (collection.includes('{') && !coversParameters(collection, parent))) continue;
    const same = resources.filter(({ name }) => name.split(' ')[0] === word).length;
    const name = same === 0 ? word : `${word} ${same + 1}`;
    const found = list && itemsIn(schemas.answer(list));
    resources.push({
      name,
      path,
      parameter,
      ...(parent && { parent }),
      ...(create && { create, ...idIn(schemas.answer(create), parameter, word, 'idInAnswer') }),
      ...(linked && linked.from === create && { idInAnswer: linked.keys }),
      ...(list && { list }),
      ...(found && { items: found.keys, ...idIn(found.schema, parameter, word, 'idInItem') }),
      ...idSchemaIn(create && schemas.answer(create), parameter, word),
      ...optional('read', at('GET', path)),
      ...optional('remove', at('DELETE', path)),
      changes: operations.filter(
        (each) => each.path.startsWith(path) && !['GET', 'HEAD', 'DELETE'].includes(each.method) && each !== create,
      ),
    });
  }
  return resources;
}

const optional = <K extends string>(key: K, operation?: Operation) =>
  (operation ? { [key]: operation } : {}) as { [key in K]?: Operation };

/** Reports whether all parameters of a collection are ids of resources that are known. */
function coversParameters(collection: string, parent: Resource | undefined): boolean {
  return parent !== undefined && !collection.slice(parent.path.length).includes('{');
}

function idIn<K extends string>(schema: JsonSchema | undefined, parameter: string, word: string, as: K) {
  const keys = schema && findId(schema, parameter, word);
  return (keys ? { [as]: keys } : {}) as { [key in K]?: string[] };
}

function idSchemaIn(schema: JsonSchema | undefined, parameter: string, word: string): Pick<Resource, 'idSchema'> {
  const keys = schema && findId(schema, parameter, word);
  const idSchema = keys?.reduce<JsonSchema | undefined>((node, key) => node && propertiesOf(node)[key], schema);
  return idSchema ? { idSchema } : {};
}

/**
 * Finds the path to the id in a value of a schema: a member named like the parameter, `id`, `orderId` and the like, at the
 * top or one level deeper; an empty path if the value is the id.
 */
function findId(schema: JsonSchema, parameter: string, word: string, isInner = false): string[] | undefined {
  const types = [schema.type ?? []].flat();
  if (!isInner && types.length > 0 && types.every((type) => type === 'integer' || type === 'string')) return [];
  const properties = propertiesOf(schema);
  for (const wanted of [parameter, 'id', `${word}Id`, `_id`, 'uuid', 'key', `${word}Key`]) {
    const key = Object.keys(properties).find((each) => alike(each, wanted));
    if (key !== undefined && !isComposite(properties[key]!)) return [key];
  }
  if (isInner) return undefined;
  for (const [key, inner] of Object.entries(properties)) {
    const keys = findId(inner, parameter, word, true);
    if (keys) return [key, ...keys];
  }
  return undefined;
}

const isComposite = (schema: JsonSchema) => schema.type === 'object' || schema.type === 'array';

/** The list itself, or the only list in the object that is answered. */
function itemsIn(schema: JsonSchema | undefined): { keys: string[]; schema: JsonSchema } | undefined {
  if (!schema) return undefined;
  if (schema.type === 'array') return { keys: [], schema: schema.items ?? {} };
  const lists = Object.entries(propertiesOf(schema)).filter(([, each]) => each.type === 'array');
  return lists.length === 1 ? { keys: [lists[0]![0]], schema: lists[0]![1].items ?? {} } : undefined;
}
