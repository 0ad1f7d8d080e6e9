import { ALL_METHODS } from '../model/methods.ts';
import type { Json, JsonSchema, OpenApiDocument } from '../model/model.ts';
import { isReference, locate, splitPointer } from '../model/pointer.ts';
import type { SchemaTypes } from './schema-types.ts';
import { commentOf } from './type-comment.ts';
import { NEVER, named, objectOf, type TypeMember, type TypeText, UNKNOWN } from './type-text.ts';

/** Those that openapi-fetch knows. */
const USUAL = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const PLACES = ['query', 'header', 'path', 'cookie'];

/** Makes types of everything but schemas, in the form that openapi-fetch knows. */
export class OperationTypes {
  readonly #document: OpenApiDocument;
  readonly #schemas: SchemaTypes;
  /** Types of operations by their ids, as far as paths have been written. */
  readonly operations = new Map<string, TypeText>();

  constructor(document: OpenApiDocument, schemas: SchemaTypes) {
    this.#document = document;
    this.#schemas = schemas;
  }

  /** The type of a path item; its operations that have names of their own go to `operations`. */
  pathItem(item: Json): TypeText {
    const others = ALL_METHODS.filter((method) => !USUAL.includes(method) && isObject(item[method]));
    const methods = [...USUAL, ...others].map((method): TypeMember => {
      const operation = item[method];
      if (!isObject(operation)) return { name: method, optional: true, type: NEVER };
      return { name: method, type: this.#operationIn(item, operation), comment: commentOf(operation) };
    });
    return objectOf([this.#parameters(listOf(item.parameters)), ...methods]);
  }

  #operationIn(item: Json, operation: Json): TypeText {
    const type = this.#operation(operation, [...listOf(item.parameters), ...listOf(operation.parameters)]);
    const id = operation.operationId;
    if (typeof id !== 'string' || this.operations.has(id)) return type;
    this.operations.set(id, type);
    return named(`operations[${JSON.stringify(id)}]`);
  }

  #operation({ requestBody, responses }: Json, parameters: Json[]): TypeText {
    const body = this.#resolved(requestBody);
    const answers = Object.entries<Json>(responses ?? {}).map(
      ([status, response]): TypeMember => ({
        name: status,
        type: this.#refer(response) ?? this.response(response),
        comment: commentOf(response),
      }),
    );
    return objectOf([
      this.#parameters(parameters),
      isObject(body)
        ? {
            name: 'requestBody',
            optional: body.required !== true,
            type: this.#refer(requestBody) ?? this.requestBody(body),
            comment: commentOf(requestBody),
          }
        : { name: 'requestBody', optional: true, type: NEVER },
      { name: 'responses', type: answers.length > 0 ? objectOf(answers) : NEVER },
    ]);
  }

  #parameters(list: Json[]): TypeMember {
    const byKey = new Map<string, { entry: Json; node: Json }>();
    for (const entry of list) {
      const node = this.#resolved(entry);
      if (typeof node?.name === 'string') byKey.set(`${node.in} ${node.name}`, { entry, node });
    }
    const places = PLACES.map((place): TypeMember => {
      const members = [...byKey.values()]
        .filter(({ node }) => node.in === place)
        .map(
          ({ entry, node }): TypeMember => ({
            name: node.name,
            optional: place !== 'path' && node.required !== true,
            type: this.#refer(entry) ?? this.parameter(node),
            comment: commentOf(node),
          }),
        );
      const optional = members.every((member) => member.optional);
      return { name: place, optional, type: members.length > 0 ? objectOf(members) : NEVER };
    });
    return { name: 'parameters', type: objectOf(places) };
  }

  parameter({ schema, content }: Json): TypeText {
    if (schema !== undefined) return this.#schemas.typeOf(schema);
    const [media] = Object.values<Json>(content ?? {});
    return media?.schema === undefined ? named('string') : this.#schemas.typeOf(media.schema);
  }

  header({ schema, content }: Json): TypeText {
    if (schema !== undefined) return this.#schemas.typeOf(schema);
    return isObject(content) ? objectOf(this.#contents(content)) : UNKNOWN;
  }

  requestBody({ content }: Json): TypeText {
    const contents = this.#contents(content);
    const none: TypeMember = { name: '*/*', optional: true, type: NEVER };
    return objectOf([{ name: 'content', type: objectOf(contents.length > 0 ? contents : [none]) }]);
  }

  response({ headers, content }: Json): TypeText {
    const described = Object.entries<Json>(headers ?? {}).map(
      ([name, header]): TypeMember => ({
        name,
        optional: !isReference(header) && header?.required !== true,
        type: this.#refer(header) ?? this.header(header ?? {}),
        comment: commentOf(header),
      }),
    );
    const contents = this.#contents(content);
    return objectOf([
      { name: 'headers', type: objectOf([...described, { name: '[name: string]', type: UNKNOWN }]) },
      contents.length > 0
        ? { name: 'content', type: objectOf(contents) }
        : { name: 'content', optional: true, type: NEVER },
    ]);
  }

  #contents(content: Json): TypeMember[] {
    return Object.entries<Json>(content ?? {}).map(([name, media]) => ({
      name,
      type: media?.schema === undefined ? UNKNOWN : this.#schemas.typeOf(media.schema),
      comment: commentOf(media),
    }));
  }

  /** The name of the component that a reference leads to. */
  #refer(node: Json): TypeText | undefined {
    if (!isReference(node)) return undefined;
    const [root, kind, name, ...rest] = splitPointer(node.$ref);
    const isThere =
      root === 'components' && rest.length === 0 && this.#document.components?.[kind!]?.[name!] !== undefined;
    return isThere ? named(`components[${JSON.stringify(kind)}][${JSON.stringify(name)}]`) : UNKNOWN;
  }

  #resolved(node: Json): JsonSchema | undefined {
    return isReference(node) ? locate(this.#document, node.$ref).node : node;
  }
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
