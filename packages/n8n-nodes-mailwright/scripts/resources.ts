import type { ApiModel, Content, JsonSchema, Operation, Parameter } from '@mailwright/codegen';
import type { NodeField, NodeOperation, NodeResource } from '../src/operation.ts';
import { words } from '../src/words.ts';

/** The operations of a description whose bodies are JSON or text, by tag. Files are left to nodes that hold files. */
export function nodeResources(model: ApiModel): NodeResource[] {
  const resources = new Map<string, NodeResource & { operations: NodeOperation[] }>();
  for (const operation of model.operations) {
    const body = bodyOf(operation);
    if (operation.deprecated || body === 'other' || answersFiles(operation)) continue;
    const name = kebabCase(operation.groupTitle);
    const resource = resources.get(name) ?? { name, title: operation.groupTitle, operations: [] };
    resources.set(name, resource);
    resource.operations.push(nodeOperation(model, operation, body));
  }
  return [...resources.values()].sort((one, other) => one.title.localeCompare(other.title, 'en'));
}

/** Of references; a schema that refers to itself has no end. */
const deepest = 20;

type Body = { type: string; schema?: string | undefined };

/** How the node sends the body: as JSON where that is possible, else as text. */
function bodyOf({ bodies }: Operation): Body | undefined | 'other' {
  if (bodies.length === 0) return undefined;
  const json = bodies.find(({ kind }) => kind === 'json');
  if (json !== undefined) return { type: json.mediaType, schema: json.schema };
  const text = bodies.find(({ kind }) => kind === 'text');
  return text === undefined ? 'other' : { type: text.mediaType };
}

const isFile = ({ kind, stream }: Content) => kind === 'binary' || kind === 'sequence' || stream === true;

function answersFiles({ responses }: Operation): boolean {
  const contents = responses.filter(({ status }) => Number(status) < 300).flatMap((response) => response.contents);
  return contents.length > 0 && contents.every(isFile);
}

function nodeOperation(model: ApiModel, operation: Operation, body: Body | undefined): NodeOperation {
  const parameters = operation.parameters.filter((parameter) => parameter.in !== 'cookie').map(ofParameter);
  const fields = [...parameters, ...bodyFields(model, body, operation.bodyRequired)];
  return {
    name: operation.clientName,
    title: words(operation.clientName),
    action: operation.summary,
    method: operation.method,
    path: operation.path,
    fields: withDistinctNames(fields),
    ...(body && { bodyType: body.type }),
  };
}

function ofParameter({ name, wire, in: place, required, description, schema, array, explode, ...rest }: Parameter) {
  if (rest.form?.object || rest.form?.deep || rest.form?.json)
    throw new Error(`The node cannot send the parameter ${name}, which is an object`);
  const field = ofSchema(schema, { name, in: place as NodeField['in'], wire: wire ?? name, required, description });
  return { ...field, ...(array && !explode && { joined: true as const }) };
}

/** The properties of an object in JSON; a body of another form is one field. */
function bodyFields(model: ApiModel, body: Body | undefined, required: boolean): NodeField[] {
  if (body === undefined) return [];
  const schema = body.schema === undefined ? undefined : merged(model, { $ref: `#/components/schemas/${body.schema}` });
  const place = { name: 'body', in: 'document' as const, wire: 'body', required, description: '' };
  if (schema === undefined) return [ofSchema({ type: 'string' }, place)];
  const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  if (properties.length === 0) return [ofSchema(schema, { ...place, description: String(schema.description ?? '') })];
  return properties.map(([name, given]) => {
    const property = merged(model, given);
    const isRequired = required && ((schema.required ?? []) as string[]).includes(name);
    const description = String(given.description ?? property.description ?? '');
    return ofSchema(property, { name, in: 'body', wire: name, required: isRequired, description });
  });
}

/** A schema with what it refers to and consists of, so that type and properties can be read from it. */
function merged(model: ApiModel, schema: JsonSchema, depth = 0): JsonSchema {
  if (depth > deepest) return schema;
  const { $ref, allOf = [], ...own } = schema as JsonSchema & { $ref?: string; allOf?: JsonSchema[] };
  const referred = $ref === undefined ? undefined : model.schemas.get($ref.slice($ref.lastIndexOf('/') + 1));
  const parts = [...(referred ? [referred] : []), ...allOf].map((part) => merged(model, part, depth + 1));
  const whole: JsonSchema = Object.assign({}, ...parts, own);
  const all = [...parts, own as JsonSchema];
  if (whole.properties) whole.properties = Object.assign({}, ...all.map(({ properties }) => properties));
  if (whole.required) whole.required = all.flatMap(({ required }) => (required ?? []) as string[]);
  return whole;
}

type Place = Pick<NodeField, 'name' | 'in' | 'wire' | 'required' | 'description'>;

function ofSchema(schema: JsonSchema, { description, ...place }: Place): NodeField {
  const values = schema.enum as (string | number)[] | undefined;
  const items = schema.items as JsonSchema | undefined;
  const isList = schema.type === 'array' && items !== undefined && items.$ref === undefined;
  const listed = isList ? (items.enum as string[] | undefined) : undefined;
  const given = schema.default;
  return {
    ...place,
    title: words(place.name),
    description: plain(description),
    kind: kindOf(schema, isList ? items : undefined),
    ...((values ?? listed) && { values: values ?? listed }),
    ...(['string', 'number', 'boolean'].includes(typeof given) && { default: given as string }),
  };
}

function kindOf({ type: types, enum: values }: JsonSchema, items: JsonSchema | undefined): NodeField['kind'] {
  const type = Array.isArray(types) && types.length === 2 ? types.find((each) => each !== 'null') : types;
  if (items?.type === 'string') return items.enum ? 'choices' : 'texts';
  if (type === 'boolean') return 'boolean';
  if (values !== undefined) return 'choice';
  if (type === 'integer' || type === 'number') return 'number';
  return type === 'string' ? 'text' : 'json';
}

/** A property of the body that is named as a parameter is another field. */
function withDistinctNames(fields: NodeField[]): NodeField[] {
  const taken = new Set<string>();
  return fields.map((field) => {
    const name = taken.has(field.name) ? `${field.name}_of_body` : field.name;
    taken.add(name);
    return { ...field, name };
  });
}

/** Descriptions are Markdown; the node shows text. */
const plain = (markdown: string): string => markdown.replaceAll('`', '').trim();

const kebabCase = (title: string): string => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
