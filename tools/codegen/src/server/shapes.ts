import { sourceFile } from '../emit/header.ts';
import type { ApiModel, Content, JsonSchema, Operation } from '../model/model.ts';
import { splitPointer } from '../model/pointer.ts';
import { chunk } from '../types/chunk.ts';
import { LIMIT } from './parts.ts';

/** Shape of a JSON value: a name in `shapes`, or the shape itself. */
type Use = string | Shape;

/** Members that a value may have. Without `members`, objects are not checked. */
interface Shape {
  members?: [name: string, uses: Use[]][];
  /** Members of any name are welcome. */
  open?: true;
  items?: Use[];
}

/** A JSON body of a request whose members have names. */
export const shapeOfBody = ({ schemas }: ApiModel, { kind, schema }: Content): string | undefined =>
  kind === 'json' && schema !== undefined && isTelling(shapeOf(schemas, schemas.get(schema)!)) ? schema : undefined;

/** `server/shapes.ts`: the known members of JSON bodies of requests; nothing where there are none. */
export function shapeFiles(model: ApiModel): Map<string, string> {
  const shapes = shapesOf(model, model.operations);
  const members = [...shapes].map(([name, shape]) => ({ name, text: `  ${JSON.stringify([name, shape])},` }));
  const files = chunk('shapes', members, LIMIT);
  const texts = files.map(({ name, members: some }): [string, string] => {
    const text = `export const shapes: Shapes = [\n${some.map((each) => each.text).join('\n')}\n];`;
    return [name, sourceFile(model, [`import type { Shapes } from '@mailwright/server-runtime';`], text)];
  });
  if (files.length < 2) return new Map(texts);
  const parts = files.map(({ name }, index) => `import { shapes as shapes${index} } from './${name}.ts';`);
  const all = `export const shapes: Shapes = [${files.map((_, index) => `...shapes${index}`).join(', ')}];`;
  const imports = [`import type { Shapes } from '@mailwright/server-runtime';`, ...parts];
  return new Map([...texts, ['shapes', sourceFile(model, imports, all)]]);
}

/** Shapes of bodies, and of all schemas that they lead to. */
function shapesOf(model: ApiModel, operations: Operation[]): Map<string, Shape> {
  const names = new Set(operations.flatMap(({ bodies }) => bodies.flatMap((body) => shapeOfBody(model, body) ?? [])));
  const shapes = new Map<string, Shape>();
  for (const name of names) {
    const shape = shapeOf(model.schemas, model.schemas.get(name)!);
    shapes.set(name, shape);
    for (const used of usesIn(shape)) names.add(used);
  }
  return shapes;
}

function usesIn({ members = [], items = [] }: Shape): string[] {
  const uses = [...members.flatMap(([, each]) => each), ...items];
  return uses.flatMap((use) => (typeof use === 'string' ? [use] : usesIn(use)));
}

/** Everything that a schema, and those that it is composed of, say of one value: the alternatives are taken together. */
function shapeOf(schemas: ApiModel['schemas'], schema: JsonSchema): Shape {
  return shapeOfParts(schemas, partsOf(schemas, schema));
}

function shapeOfParts(schemas: ApiModel['schemas'], parts: JsonSchema[]): Shape {
  const members = new Map<string, Use[]>();
  const items: Use[] = [];
  for (const part of parts) {
    for (const [name, child] of Object.entries<JsonSchema | boolean>(part.properties ?? {}))
      members.set(name, [...(members.get(name) ?? []), ...usesOf(schemas, child)]);
    if (part.discriminator?.propertyName !== undefined && !members.has(part.discriminator.propertyName))
      members.set(part.discriminator.propertyName, []);
    items.push(...[part.items, ...(part.prefixItems ?? [])].flatMap((child) => usesOf(schemas, child)));
  }
  return {
    ...(members.size > 0 && { members: [...members] }),
    ...(parts.some(isOpen) && { open: true }),
    ...(items.length > 0 && { items }),
  };
}

/** Returns the shapes of a member: components by name, because one may lead back to it, and other schemas in place. */
function usesOf(schemas: ApiModel['schemas'], child: JsonSchema | boolean | undefined): Use[] {
  if (child === undefined || typeof child === 'boolean') return [];
  if (!partsOf(schemas, child).some(saysSomething)) return [];
  const parts = partsOf(new Map(), child);
  const names = new Set(parts.filter(({ $ref }) => $ref !== undefined).map(nameOf));
  const shape = shapeOfParts(
    schemas,
    parts.filter(({ $ref }) => $ref === undefined),
  );
  return [...names, ...(isTelling(shape) || shape.open ? [shape] : [])];
}

const COMPOSED = ['allOf', 'anyOf', 'oneOf'];

/** A schema and all those that say something of the same value. */
function partsOf(schemas: ApiModel['schemas'], schema: JsonSchema): JsonSchema[] {
  const parts = new Set([schema]);
  for (const part of parts) {
    const referred = part.$ref === undefined ? undefined : schemas.get(nameOf(part));
    if (referred !== undefined) parts.add(referred);
    for (const each of [...COMPOSED.flatMap((key) => part[key] ?? []), part.if, part.then, part.else])
      if (typeof each === 'object') parts.add(each);
  }
  return [...parts];
}

const nameOf = ({ $ref }: JsonSchema): string => String(splitPointer($ref).at(-1));

const isTelling = ({ members, items }: Shape): boolean => members !== undefined || items !== undefined;

const saysSomething = (part: JsonSchema): boolean =>
  part.properties !== undefined || part.items !== undefined || part.prefixItems !== undefined || isOpen(part);

const ANNOTATION = /^(x-.*|title|description|examples?|default|deprecated|xml|externalDocs|readOnly|writeOnly)$/;

/** Reports whether a schema allows unnamed members. */
function isOpen(schema: JsonSchema): boolean {
  const { additionalProperties, unevaluatedProperties, patternProperties, propertyNames } = schema;
  if (patternProperties || propertyNames) return true;
  if (additionalProperties !== undefined || unevaluatedProperties !== undefined)
    return [additionalProperties, unevaluatedProperties].some((each) => each !== undefined && each !== false);
  const isComposed = [...COMPOSED, '$ref', 'properties'].some((key) => schema[key] !== undefined);
  const isObject = [schema.type].flat().includes('object');
  return !isComposed && (isObject || Object.keys(schema).every((key) => ANNOTATION.test(key)));
}
