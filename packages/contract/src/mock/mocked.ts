import { type Content, mediaKind, mediaTypeOf, type Operation, type Response } from '@mailwright/codegen/description';
import { createInstance, type IHttpMockConfig } from '#prism';
import type { Contract } from '../contract/contract.ts';
import { logger } from '../contract/prism.ts';
import type { Resource } from '../contract/resource.ts';
import type { HeaderLines } from '../exchange/exchange.ts';
import { modest } from '../values/modest.ts';
import type { Preferences } from './prefer.ts';

export interface Mocked {
  headers: HeaderLines;
  /** As JSON. */
  value: unknown;
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

/**
 * Returns the response of Prism for one status and one content of the JSON twin: an example, or a generated value if there is
 * none.
 * @throws Error if Prism has no response, for example because the requested example does not exist
 */
export async function mockResponse(
  contract: Contract,
  operation: Operation,
  { status }: Response,
  content: Content | undefined,
  { code, example, dynamic = false }: Preferences,
): Promise<Mocked> {
  const whole = contract.resource(operation.id);
  const found = whole.responses.find((each) => each.code === String(status))!;
  const described = describedContent(found, content);
  const isMadeUp = dynamic || described?.examples?.length === 0;
  const resource = onlyResponse(whole, { ...found, contents: described ? [described] : [] }, isMadeUp);
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
  if (result._tag === 'Left') throw result.left;
  const { headers = {}, body } = result.right.output;
  const lines = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return { headers: lines.filter(([name]) => name.toLowerCase() !== 'content-type'), value: body };
}

type ResourceResponse = Resource['responses'][number];

/** Names of the examples that an answer has. */
export function exampleNames(
  contract: Contract,
  { id }: Operation,
  { status }: Response,
  content: Content | undefined,
): string[] {
  const found = contract.resource(id).responses.find(({ code }) => code === String(status))!;
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
