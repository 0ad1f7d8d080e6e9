import { readdirSync, readFileSync } from 'node:fs';
import { join, parse as parsePath } from 'node:path';
import type { ApiModel, OpenApiDocument, Operation } from '@mailwright/codegen';
import { parse } from 'yaml';
import { preconditionsDirectory } from '../../src/files.ts';
import { resolve } from '../samples.ts';

/** A call of a situation of the preconditions. */
interface Step {
  operation?: string;
  with?: Record<string, unknown>;
  as?: string;
}

/** What must be there before an operation is tried; the keys that links are made of. */
export interface Situation {
  given?: string[];
  steps?: Step[];
  undo?: Step[];
}

/** Where the value of a parameter comes from: `value` names what a step of a situation in `given` has kept. */
export interface Binding {
  given?: string[];
  value?: unknown;
}

export interface LinkSources {
  situations: ReadonlyMap<string, Situation>;
  /** By place and name: `path mailingid`. */
  parameters: ReadonlyMap<string, Binding>;
}

/** Reads the parts of `spec/preconditions` that links are made of. */
export function readLinkSources(): LinkSources {
  const folder = join(preconditionsDirectory, 'situations');
  const read = (file: string) => parse(readFileSync(file, 'utf8')) ?? {};
  return {
    situations: new Map(readdirSync(folder).map((file) => [parsePath(file).name, read(join(folder, file))])),
    parameters: new Map(Object.entries(read(join(preconditionsDirectory, 'parameters.yaml')))),
  };
}

/** A value that an operation answers and another one takes. */
export interface Link {
  from: string;
  to: string;
  /** The parameter, or `body`. */
  input: string;
  /** Expression of OpenAPI: `$response.body#/id`. */
  expression: string;
}

/**
 * Returns the links that the preconditions know: the calls of situations that take what an earlier call has answered, and
 * operations on the very resource that an operation creates.
 */
export function linksOf({ operations }: Pick<ApiModel, 'operations'>, sources: LinkSources): Link[] {
  const { situations, parameters } = sources;
  const links = new Map<string, Link>();
  for (const [name, { steps = [], undo = [] }] of situations) {
    for (const { operation: to, with: input = {} } of [...steps, ...undo])
      for (const [key, value] of Object.entries(input)) add(to, key, value, [name]);
  }
  for (const { id, path, parameters: taken } of operations) {
    const last = /\{(\w+)\}$/.exec(path)?.[1];
    const isResource = taken.some(({ in: place, name }) => place === 'path' && name === last);
    const binding = isResource ? parameters.get(`path ${last}`) : undefined;
    if (binding) add(id, last!, binding.value, binding.given ?? []);
  }
  return [...links.values()];

  function add(to: string | undefined, input: string, value: unknown, from: readonly string[]): void {
    const reference = /^\$\{(\w+)((?:\.\w+|\[\d+\])*)\}$/.exec(String(value));
    if (!to || !reference) return;
    const source = producer(reference[1]!, from);
    if (source === undefined || source === to) return;
    const pointer = reference[2]!.replaceAll(/[.[]/g, '/').replaceAll(']', '');
    const link = { from: source, to, input, expression: `$response.body${pointer && `#${pointer}`}` };
    links.set(`${source} ${to} ${input}`, link);
  }

  /** Returns the operation whose answer situations, or those that they require, keep under a name. */
  function producer(name: string, from: readonly string[]): string | undefined {
    for (const each of from) {
      const { steps = [], given = [] } = situations.get(each) ?? {};
      const found = steps.find(({ as }) => as === name)?.operation ?? producer(name, given);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Adds `links` to the responses of a description, which is changed. */
export function addLinks(document: OpenApiDocument, model: ApiModel, sources: LinkSources): void {
  const byId = new Map(model.operations.map((operation) => [operation.id, operation]));
  for (const [from, links] of Map.groupBy(linksOf(model, sources), (link) => link.from)) {
    const response = successOf(document, byId.get(from)!);
    if (!response?.content) continue;
    response.links = Object.fromEntries(
      [...Map.groupBy(links, ({ to }) => to)].map(([to, each]) => [to, linkTo(byId.get(to)!, byId.get(from)!, each)]),
    );
  }
}

/** Returns a link; parameters of the path that both operations have keep their values. */
function linkTo(to: Operation, from: Operation, links: readonly Link[]): OpenApiDocument {
  const body = links.find(({ input }) => input === 'body');
  const names = ({ parameters }: Operation) => parameters.filter((each) => each.in === 'path').map(({ name }) => name);
  const same = names(to).filter((name) => names(from).includes(name));
  const parameters = {
    ...Object.fromEntries(same.map((name) => [name, `$request.path.${name}`])),
    ...Object.fromEntries(links.filter((link) => link !== body).map(({ input, expression }) => [input, expression])),
  };
  return {
    operationId: to.id,
    description: `${to.summary}.`,
    ...(Object.keys(parameters).length > 0 && { parameters }),
    ...(body && { requestBody: body.expression }),
  };
}

/** Returns the response to a success; one that operations share is copied into the operation. */
function successOf(document: OpenApiDocument, { path, method }: Operation): OpenApiDocument | undefined {
  const { responses } = document.paths[path][method.toLowerCase()];
  const status = Object.keys(responses).find((each) => /^2/.test(each));
  if (status === undefined) return undefined;
  if (responses[status].$ref) responses[status] = structuredClone(resolve(document, responses[status]));
  return responses[status];
}
