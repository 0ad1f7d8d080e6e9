import { type OpenApiDocument, splitPointer } from '@mailwright/codegen/description';
import { isMultipleOf } from '@mailwright/xml-codec/json';
import {
  createInstance,
  getHttpOperationsFromSpec,
  type IHttpProxyConfig,
  type IHttpRequest,
  type IHttpResponse,
} from '#prism';
import type { Resource } from './resource.ts';

export type { IHttpRequest, IHttpResponse };

/** A message of Prism, such as `Request query parameter page_size must be <= 1000`. */
export interface Diagnostic {
  message: string;
  /** `['query', 'page_size']`, `['body', 'items', '0']`, `['header', 'x-items']`. */
  path: string[];
}

/** Everything that Prism would log is in its diagnostics too. */
const silent: object = new Proxy({}, { get: (_, name) => (name === 'child' ? () => silent : () => {}) });
export const logger = silent as Parameters<typeof createInstance>[1]['logger'];

const config: IHttpProxyConfig = {
  isProxy: true,
  upstream: new URL('http://answered.invalid'),
  upstreamProxy: undefined,
  validateRequest: false,
  validateResponse: false,
  checkSecurity: false,
  errors: false,
  mock: { dynamic: false },
};

/** The operations of a JSON twin, by operationId. */
export async function readResources(twin: OpenApiDocument): Promise<Map<string, Resource>> {
  // Prism judges by JSON Schema draft 7 unless the description names its dialect; OpenAPI 3.1 means 2020-12.
  const jsonSchemaDialect = twin.jsonSchemaDialect ?? 'https://json-schema.org/draft/2020-12/schema';
  const resources = await getHttpOperationsFromSpec(withoutDanglingReferences({ ...twin, jsonSchemaDialect }));
  return new Map(resources.map((resource) => [resource.iid!, resource]));
}

/**
 * Prism follows references in extensions too, where nobody has looked after them, and gives up at one that leads nowhere.
 * Whatever means something has been checked when the description was read.
 */
function withoutDanglingReferences(document: OpenApiDocument): OpenApiDocument {
  const leadsSomewhere = (ref: string) => {
    // The files of a description are one by now: what leads to another one is data.
    if (!ref.startsWith('#')) return false;
    return splitPointer(ref).reduce((node, key) => node?.[key], document) !== undefined;
  };
  return JSON.parse(JSON.stringify(document), (_, node) => {
    return typeof node?.$ref === 'string' && !leadsSomewhere(node.$ref) ? {} : node;
  });
}

/** Validates a request with a JSON body with Prism. */
export async function validateRequest(resource: Resource, request: IHttpRequest): Promise<Diagnostic[]> {
  return (await validate(resource, request, { statusCode: 0 }, { validateRequest: true })).input;
}

/** Validates a response with a JSON body with Prism. */
export async function validateResponse(resource: Resource, response: IHttpResponse): Promise<Diagnostic[]> {
  const request: IHttpRequest = { method: resource.method as IHttpRequest['method'], url: { path: '/' } };
  return (await validate(resource, request, response, { validateResponse: true })).output;
}

/** Prism divides, and so finds that 19.99 is no multiple of 0.01. */
function isMultiple({ message, path: [place, ...steps] }: Diagnostic, judged: IHttpRequest | IHttpResponse): boolean {
  const [, step] = /multiple of (\S+)/.exec(message) ?? [];
  const { body, headers, url } = judged as IHttpRequest;
  // biome-ignore lint/suspicious/noExplicitAny: any value that a service answered
  const wholes: Record<string, any> = { body, header: headers, query: url?.query };
  const value = steps.reduce((whole, key) => whole?.[key], wholes[place!]);
  return step !== undefined && value !== undefined && isMultipleOf(Number(value), Number(step));
}

/** Prism as a proxy in front of a server that has answered already: nothing is routed and nothing sent. */
async function validate(
  resource: Resource,
  request: IHttpRequest,
  response: IHttpResponse,
  what: { validateRequest?: boolean; validateResponse?: boolean },
): Promise<Record<'input' | 'output', Diagnostic[]>> {
  const prism = createInstance(
    { ...config, ...what },
    {
      logger,
      route: () => ({ _tag: 'Right', right: resource }),
      forward: () => () => async () => ({ _tag: 'Right', right: response }),
    },
  );
  const result = await prism.request(request, [resource])();
  if (result._tag === 'Left') throw result.left;
  const { input, output } = result.right.validations;
  const diagnostics = (found: typeof input, judged: IHttpRequest | IHttpResponse) =>
    found
      .map(({ code, message, path = [] }) => ({ code, message, path: path.map(String) }))
      // What is deprecated is still allowed.
      .filter((each) => each.code !== 'deprecated' && !(each.code === 'multipleOf' && isMultiple(each, judged)))
      .map(({ message, path }) => ({ message, path }));
  return { input: diagnostics(input, request), output: diagnostics(output, response) };
}
