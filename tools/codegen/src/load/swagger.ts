import { upgradeFromTwoToThree } from '@scalar/openapi-upgrader/2.0-to-3.0';
import { DescriptionError, type Note } from '../common/errors.ts';
import { BROKEN } from '../model/broken.ts';
import type { Json, JsonSchema, OpenApiDocument } from '../model/model.ts';
import { referencesIn } from '../model/objects.ts';
import { joinPointer, locate, splitPointer } from '../model/pointer.ts';
import { become, nameOfPlace } from '../model/references.ts';
import { isObject, walk } from '../model/walk.ts';

/**
 * A Swagger 2.0 document as OpenAPI 3.0. The converter knows hosts, bodies, forms, parameters, headers and security; what
 * it does not know is done here: bodies and form fields by reference or of a whole path, `x-ms-paths`, a `discriminator`
 * that is a name, and `x-nullable`, as which `nullable` was written before there was a word for it.
 */
export function fromSwagger2(document: object, note: Note = () => {}): OpenApiDocument {
  const own = structuredClone(document) as OpenApiDocument;
  addFurtherPaths(own, note);
  settleReferences(own);
  refuseWithoutPlace(own);
  for (const item of Object.values<Json>(own.paths ?? {})) if (isObject(item)) giveBodiesToOperations(own, item);
  for (const [name, parameter] of Object.entries(own.parameters ?? {}))
    if (isBody(parameter)) delete own.parameters[name];
  noteSeparators(own, note);
  const converted = upgrade(own);
  walk(converted, (node, kind) => {
    if (kind === 'schema') convertSchema(node);
  });
  return converted;
}

/** @throws DescriptionError for what the converter cannot take */
function upgrade(document: OpenApiDocument): OpenApiDocument {
  try {
    return upgradeFromTwoToThree(document) as OpenApiDocument;
  } catch (error) {
    const message = `cannot be converted to OpenAPI 3: ${(error as Error).message}`;
    throw new DescriptionError([{ pointer: '#', message }]);
  }
}

/** Paths with a query, by which operations are told apart. */
function addFurtherPaths(document: OpenApiDocument, note: Note): void {
  const further = document['x-ms-paths'];
  delete document['x-ms-paths'];
  if (!isObject(further)) return;
  note({ pointer: '#/x-ms-paths', message: 'these paths are taken for paths' });
  document.paths = { ...document.paths, ...further };
}

/**
 * What is referred to by its place in an operation is elsewhere after the conversion: a schema becomes a definition, and anything
 * else is copied to where the reference stands.
 */
function settleReferences(document: OpenApiDocument): void {
  for (const { node, kind, pointer } of referencesIn(document)) {
    if (kind === 'mapped' || kind === 'pathItem' || STAYS.test(node.$ref)) continue;
    const target = locate(document, node.$ref, pointer);
    if (kind === 'schema' && !STAYS.test(target.pointer)) {
      document.definitions ??= {};
      const name = freeName(document.definitions, nameOfPlace(target.pointer));
      document.definitions[name] = { ...target.node };
      node.$ref = joinPointer('#/definitions', name);
      become(target.node, { $ref: node.$ref });
    } else if (kind === 'schema') node.$ref = target.pointer;
    else become(node, target.node);
  }
}

/** Pointers that lead to the same after the conversion. */
const STAYS = /^#\/(definitions\/.+|(parameters|responses)\/[^/]+$)/;

function freeName(definitions: object, wanted: string): string {
  let name = wanted;
  for (let number = 2; Object.hasOwn(definitions, name); number++) name = `${wanted}${number}`;
  return name;
}

/** The converter ends at a parameter that does not say where it stands: only operations that need it are refused. */
function refuseWithoutPlace(document: OpenApiDocument): void {
  const visit = (list: unknown, pointer: string) => {
    for (const [index, each] of listOf(list).entries()) {
      if (!isObject(each) || each.$ref !== undefined || typeof each.in === 'string') continue;
      const message = `the parameter ${JSON.stringify(each.name)} needs "in": path, query, header, body or formData`;
      each.in = 'query';
      each[BROKEN] = { pointer: joinPointer(pointer, index), message };
    }
  };
  for (const [path, item] of Object.entries<Json>(document.paths ?? {})) {
    if (!isObject(item)) continue;
    visit(item.parameters, joinPointer('#/paths', path, 'parameters'));
    for (const method of METHODS) visit(item[method]?.parameters, joinPointer('#/paths', path, method, 'parameters'));
  }
}

const SEPARATORS: Record<string, string> = {
  tsv: 'tabs',
  ssv: 'spaces',
  pipes: 'pipes',
  multi: 'a field for each item',
};

/** Lists whose items are separated in a way that OpenAPI 3 does not have at their place. */
function noteSeparators(node: Json, note: Note, pointer = '#'): void {
  if (typeof node !== 'object' || node === null) return;
  const { in: place, collectionFormat: form } = node;
  const isLost = form === 'tsv' || ['path', 'header'].includes(place);
  if (place !== undefined && isLost && Object.hasOwn(SEPARATORS, form))
    note({
      pointer: joinPointer(pointer, 'collectionFormat'),
      message: `OpenAPI 3 has no ${place} lists with ${SEPARATORS[form]}: it is written as if nothing was said of its items`,
    });
  for (const [key, each] of Object.entries<Json>(node)) noteSeparators(each, note, joinPointer(pointer, key));
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'];

/** Makes parameters that are the body, or a field of a form, those of each operation itself. */
function giveBodiesToOperations(document: OpenApiDocument, item: JsonSchema): void {
  const shared = listOf(item.parameters).map((each) => bodyOf(document, each));
  const bodies = shared.filter(isBody);
  if (Array.isArray(item.parameters)) item.parameters = shared.filter((each) => !isBody(each));
  for (const method of METHODS) {
    const operation = item[method];
    if (!isObject(operation)) continue;
    const own = listOf(operation.parameters).map((each) => bodyOf(document, each));
    const isOverridden = (body: Json) =>
      own.some((each) => isBody(each) && (body.in === 'body' || each.in === 'body' || each.name === body.name));
    const inherited = bodies.filter((body) => !isOverridden(body)).map((body) => structuredClone(body));
    if (own.length + inherited.length > 0) operation.parameters = [...own, ...inherited];
  }
}

/** A copy of the body or field that a reference leads to; other parameters as they are. */
function bodyOf(document: OpenApiDocument, parameter: Json): Json {
  const [root, name, ...rest] = typeof parameter?.$ref === 'string' ? splitPointer(parameter.$ref) : [];
  const target = root === 'parameters' && rest.length === 0 ? document.parameters?.[name ?? ''] : undefined;
  return isBody(target) ? structuredClone(target) : parameter;
}

const isBody = (parameter: Json): boolean => parameter?.in === 'body' || parameter?.in === 'formData';

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

function convertSchema(schema: JsonSchema): void {
  if (typeof schema.discriminator === 'string') schema.discriminator = { propertyName: schema.discriminator };
  if (schema['x-nullable'] === true) schema.nullable = true;
  delete schema['x-nullable'];
}
