import { STATUS_CODES } from 'node:http';
import type { JsonSchema } from '@mailwright/codegen/description';
import { singular } from '../contract/names.ts';
import { findOperations } from './operations.ts';
import type { Contents, Recording, Traffic } from './recording.ts';
import { jsonSchema, type Members, newShape, textSchema } from './shape.ts';
import { camelCase, pascalCase } from './words.ts';
import { documentSchema } from './xml-shape.ts';

/** OpenAPI 3.1 description of what a recording has seen. It has no examples, so that no data of anybody are in it. */
export function describeRecording(recording: Recording): object {
  const operations = findOperations(recording);
  const paths: Record<string, Record<string, object>> = {};
  const names = new Set<string>();
  for (const traffic of operations.toSorted(byPath)) {
    const parameters = nameParameters(traffic);
    const path = `/${traffic.segments.map((segment, i) => segment ?? `{${parameters.get(i)}}`).join('/')}`;
    paths[path] ??= {};
    paths[path][traffic.method.toLowerCase()] = describeOperation(traffic, parameters, names);
  }
  const schemes = Object.fromEntries(operations.flatMap((each) => [...each.schemes]));
  return {
    openapi: '3.1.0',
    info: { title: 'Recorded service', version: '1', description: 'Written from recorded traffic, to be corrected.' },
    servers: [{ url: recording.baseUrl }],
    paths,
    ...(Object.keys(schemes).length > 0 && { components: { securitySchemes: schemes } }),
  };
}

const textOf = ({ segments }: Traffic) => segments.map((segment) => segment ?? '{}').join('/');
const byPath = (one: Traffic, other: Traffic) => (textOf(one) < textOf(other) ? -1 : 1);

/** Names of the parameters of a path by their places: `orderId` below `orders`. */
function nameParameters({ segments }: Traffic): Map<number, string> {
  const names = new Map<number, string>();
  for (const [place, segment] of segments.entries()) {
    if (segment !== undefined) continue;
    const before = segments[place - 1];
    const name = before ? `${camelCase(singular(before))}Id` : 'id';
    const isTaken = [...names.values()].includes(name);
    names.set(place, isTaken ? `${name}${place}` : name);
  }
  return names;
}

function describeOperation(traffic: Traffic, names: Map<number, string>, taken: Set<string>): object {
  const { method, segments, accepted, schemes, anonymous } = traffic;
  const words = segments.map((segment, i) =>
    segment === undefined ? `By${pascalCase(names.get(i)!)}` : pascalCase(segment),
  );
  const plain = `${method.toLowerCase()}${words.join('')}`;
  const operationId = taken.has(plain) ? `${plain}${taken.size}` : plain;
  taken.add(operationId);
  const parameters = describeParameters(traffic, names);
  const isSecured = accepted > 0 && anonymous === 0;
  return {
    operationId,
    ...(parameters.length > 0 && { parameters }),
    ...(traffic.bodies.size > 0 && {
      requestBody: { required: traffic.requestBodies === accepted, content: describeContents(traffic.bodies) },
    }),
    ...(isSecured && { security: [...schemes.keys()].map((name) => ({ [name]: [] })) }),
    responses: describeResponses(traffic),
  };
}

function describeParameters({ pathParameters, query, lists, headers }: Traffic, names: Map<number, string>): object[] {
  const path = [...names].map(([place, name]) => {
    const schema = textSchema(pathParameters.get(place) ?? newShape());
    return { name, in: 'path', required: true, schema };
  });
  // Whether one is required cannot be seen: clients often send what they need not.
  const ofQuery = [...query].map(([name, { shape }]) => {
    const schema = textSchema(shape);
    return { name, in: 'query', schema: lists.has(name) ? { type: 'array', items: schema } : schema };
  });
  const ofHeaders = [...headers].map(([name, { shape }]) => ({ name, in: 'header', schema: textSchema(shape) }));
  return [...path, ...ofQuery, ...ofHeaders];
}

function describeResponses({ responses }: Traffic): object {
  const all = [...responses].toSorted(([one], [other]) => one - other);
  return Object.fromEntries(
    all.map(([status, { count, headers, contents }]) => [
      status,
      {
        description: STATUS_CODES[status] ?? `Status ${status}`,
        ...(headers.size > 0 && { headers: describeHeaders(headers, count) }),
        ...(contents.size > 0 && { content: describeContents(contents) }),
      },
    ]),
  );
}

function describeHeaders(headers: Members, responses: number): object {
  return Object.fromEntries(
    [...headers].map(([name, { count, shape }]) => [
      name,
      { ...(count === responses && { required: true }), schema: textSchema(shape) },
    ]),
  );
}

function describeContents(contents: Contents): object {
  return Object.fromEntries([...contents].map(([mediaType, content]) => [mediaType, { schema: schemaOf(content) }]));
}

function schemaOf({ kind, value, root }: Contents extends Map<string, infer Content> ? Content : never): JsonSchema {
  if (root) return documentSchema(root);
  if (value) return jsonSchema(value);
  return kind === 'text' ? { type: 'string' } : {};
}
