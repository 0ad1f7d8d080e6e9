import {
  type Content,
  type JsonSchema,
  mediaKind,
  mediaTypeOf,
  type Operation,
  type Response,
} from '@mailwright/codegen/description';
import { createInstance, type IHttpMockConfig } from '#prism';
import { resolveBundled } from '../contract/bundled.ts';
import type { Contract } from '../contract/contract.ts';
import { forDirection } from '../contract/direction.ts';
import { type IHttpResponse, logger, validateResponse } from '../contract/prism.ts';
import { describedResponse, type Resource } from '../contract/resource.ts';
import type { HeaderLines } from '../exchange/exchange.ts';
import { modest } from '../values/modest.ts';
import { isValid, sample } from '../values/sample.ts';
import { readableTexts } from '../values/texts.ts';
import type { Preferences } from './prefer.ts';

export interface Mocked {
  headers: HeaderLines;
  /** As JSON. */
  value: unknown;
  /** Reports whether a value is of the schema of the body. */
  isAllowed(value: unknown): boolean;
}

const config: IHttpMockConfig = {
  isProxy: false,
  validateRequest: false,
  validateResponse: false,
  checkSecurity: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: false },
};

/** An example of the description is not of its schema. */
export class ExampleError extends Error {}

/**
 * Returns the response for one status and one content of the JSON twin: an example, or else a value that is made from the
 * schema. Prism chooses the example, and makes headers and what is to be random.
 * @throws ExampleError; Error if no body can be made
 */
export async function mockResponse(
  contract: Contract,
  operation: Operation,
  response: Response,
  content: Content | undefined,
  { code, example, dynamic = false }: Preferences,
): Promise<Mocked> {
  const whole = contract.resource(operation.id);
  const found = describedResponse(whole, response)!;
  const described = describedContent(found, content);
  const made = described && readableExamples(whole, described);
  const isMadeUp = described?.schema !== undefined && (dynamic || made?.length === 0);
  const contents = described ? [{ ...described, examples: made ?? [] }] : [];
  const resource = onlyResponse(whole, { ...found, contents }, isMadeUp);
  const prism = createInstance(config, { logger, route: () => ({ _tag: 'Right', right: resource }) });
  const mock = {
    dynamic: isMadeUp,
    ...(isMadeUp && !dynamic ? { seed: operation.id } : {}),
    ...(example ? { exampleKey: example } : {}),
    ...(code ? { code } : {}),
    ...(content ? { mediaTypes: [twinType(content)] } : {}),
  };
  const request = { method: resource.method as 'get', url: { path: '/' } };
  const result = await prism.request(request, [resource], { ...config, mock })();
  if (result._tag === 'Left') {
    const [reason] = result.left.message.split('\n');
    throw new Error(`No body can be made from the schema; describe an example. ${reason}`);
  }
  const { headers = {}, body } = result.right.output;
  const lines = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  if (content?.kind === 'json' && !isMadeUp) await checkExample(resource, result.right.output);
  return {
    headers: lines.filter(([name]) => name.toLowerCase() !== 'content-type'),
    value: body,
    isAllowed: (value) => !described?.schema || isValid(schemaOf(whole, described), value),
  };
}

type ResourceContent = NonNullable<ResourceResponse['contents']>[number];

const schemas = new WeakMap<ResourceContent, JsonSchema>();

/** The schema of the body of a response, without references. */
function schemaOf(resource: Resource, content: ResourceContent): JsonSchema {
  const { __bundled__ } = resource as { __bundled__?: unknown };
  const known = schemas.get(content);
  if (known) return known;
  const schema = forDirection(resolveBundled((content.schema ?? {}) as JsonSchema, __bundled__), 'response');
  schemas.set(content, schema);
  return schema;
}

const readable = new WeakMap<ResourceContent, ResourceContent['examples']>();

/**
 * The examples of a content, or one with the examples of properties, and with readable texts elsewhere. Empty if none can be
 * made.
 */
function readableExamples(resource: Resource, content: ResourceContent): ResourceContent['examples'] {
  if (content.examples?.length) return content.examples;
  if (!readable.has(content)) {
    const value = readableValue(resource, content);
    readable.set(content, value === undefined ? [] : [{ id: 'made', key: 'made', value }]);
  }
  return readable.get(content);
}

function readableValue(resource: Resource, content: ResourceContent): unknown {
  if (!content.schema) return mediaKind(content.mediaType) === 'json' ? {} : 'Text';
  return sample(schemaOf(resource, content), { optional: true, texts: readableTexts });
}

/** @throws ExampleError */
async function checkExample(resource: Resource, output: IHttpResponse): Promise<void> {
  const diagnostics = await validateResponse(resource, output);
  const faults = diagnostics.filter(({ path: [where] }) => where === 'body').map(({ message }) => message);
  if (faults.length > 0) throw new ExampleError(faults.join('; '));
}

type ResourceResponse = Resource['responses'][number];

/** Names of the examples that an answer has. */
export function exampleNames(
  contract: Contract,
  { id }: Operation,
  response: Response,
  content: Content | undefined,
): string[] {
  const found = describedResponse(contract.resource(id), response)!;
  return describedContent(found, content)?.examples?.map(({ key }) => key) ?? [];
}

const describedContent = ({ contents }: ResourceResponse, content: Content | undefined) =>
  content && contents?.find(({ mediaType }) => mediaTypeOf(mediaType) === twinType(content));

/** The operation as if it knew no other answer; and it calls nobody back. */
function onlyResponse(
  { callbacks: _, ...resource }: Resource,
  response: ResourceResponse,
  isMadeUp: boolean,
): Resource {
  if (!isMadeUp) return { ...resource, responses: [response] };
  const { __bundled__ } = resource as { __bundled__?: object };
  const contents = response.contents?.map((each) => ({ ...each, schema: each.schema && modest(each.schema) }));
  return { ...resource, responses: [{ ...response, contents }], __bundled__: modest(__bundled__ ?? {}) } as Resource;
}

const twinType = ({ mediaType }: Content) => (mediaKind(mediaType) === 'xml' ? 'application/json' : mediaType);
