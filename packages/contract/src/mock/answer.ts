import type { Content, Operation, Paging, Response } from '@mailwright/codegen/description';
import { XmlError } from '@mailwright/xml-codec';
import type { Contract } from '../contract/contract.ts';
import { type HeaderLines, header, type ReceivedResponse, type SentRequest } from '../exchange/exchange.ts';
import { challenges, hasCredentials } from '../judge/credentials.ts';
import { anyXml, findContent, isAnyXml } from '../judge/document.ts';
import { judgeRequest, pathBelow } from '../judge/judge.ts';
import { documented } from '../judge/response.ts';
import { refusals } from '../test-cases/test-case.ts';
import { acceptable } from './accept.ts';
import { preflight, readableForPages } from './cors.ts';
import { ExampleError, exampleNames, mockResponse } from './mocked.ts';
import { pagingHeaders } from './paging.ts';
import { type Preferences, readPreferences } from './prefer.ts';
import { withReason } from './reason.ts';
import { writeSequence } from './sequence.ts';

/** Settings of the mock. */
export interface MockSetting {
  contract: Contract;
  baseUrl: string;
  /** The description has no server without TLS, so that plain HTTP is refused. */
  httpsOnly: boolean;
  /** Makes up all bodies at random, in place of examples. */
  dynamic?: boolean;
}

/** The answer of the mock, in the form that goes over the wire. Pages of every origin may read it. */
export async function mockAnswer(setting: MockSetting, request: SentRequest): Promise<ReceivedResponse> {
  return preflight(request) ?? readableForPages(request, await answerTo(setting, request));
}

async function answerTo(setting: MockSetting, request: SentRequest): Promise<ReceivedResponse> {
  const { contract, baseUrl, httpsOnly } = setting;
  const refuse = (status: number, message: string, operation?: Operation, headers: HeaderLines = []) =>
    refusal(contract, request, status, message, operation, headers);
  const route = contract.route(request.method, pathBelow(baseUrl, request.url));
  const operation = route.found === 'operation' ? route.operation : undefined;
  if (httpsOnly && request.url.startsWith('http:')) return refuse(403, 'Only HTTPS is accepted.', operation);
  if (route.found === 'nothing') return refuse(404, 'The description has no such path.');
  if (route.found === 'path')
    return refuse(405, `Offered are ${route.methods.join(', ')}.`, undefined, [['Allow', route.methods.join(', ')]]);
  const { operation: found } = route;
  if (!hasCredentials(contract.model.document, found, request))
    return refuse(401, 'There are no credentials.', found, [challengeOf(contract, found)]);

  const preferences = { dynamic: setting.dynamic ?? false, ...readPreferences(request.headers) };
  const { code } = preferences;
  const response = code === undefined ? firstSuccess(found) : documented(found, code);
  if (!response) return refuse(400, `Status ${code} is not documented for ${found.id}.`, found);
  const content = acceptable(response.contents, header(request.headers, 'accept'));
  const isSuccess = code === undefined || code < 300;
  if (isSuccess && !content && response.contents.length > 0) return refuse(406, 'Accept allows no answer.', found);
  const { example } = preferences;
  const examples = example === undefined ? [] : exampleNames(contract, found, response, content);
  if (example !== undefined && !examples.includes(example))
    return refuse(
      400,
      `There is no example "${example}" of this answer; there are ${examples.join(', ') || 'none'}.`,
      found,
    );
  const sent = header(request.headers, 'content-type');
  if (request.body.length > 0 && found.bodies.length > 0 && sent && !findContent(found.bodies, sent))
    return refuse(415, `A body of type ${sent} is not taken.`, found);
  if (request.body.length > contract.model.maxBody) return refuse(413, 'The body is too long.', found);
  const faults = await judgeRequest(contract, route, request);
  if (faults.length > 0 && isSuccess)
    return refuse(refusals(found)[0] ?? 400, faults.map(({ message }) => message).join('; '), found);
  return answer(contract, request, found, response, content ?? response.contents[0], preferences);
}

async function answer(
  contract: Contract,
  request: SentRequest,
  operation: Operation,
  response: Response,
  content: Content | undefined,
  preferences: Preferences,
): Promise<ReceivedResponse> {
  try {
    const { headers, value } = await mockResponse(contract, operation, response, content, preferences);
    const status = preferences.code ?? (response.status === 'default' ? 200 : response.status);
    const own = headers.some(([name]) => name.toLowerCase() === 'www-authenticate');
    const framed = status === 401 && !own ? [...headers, challengeOf(contract, operation)] : headers;
    const paged = operation.paging && status === 200 ? paging(operation, operation.paging, request, framed) : framed;
    return { status, headers: [...paged, ...typeOf(content)], body: encode(contract, content, value) };
  } catch (error) {
    const isExample = error instanceof XmlError || error instanceof ExampleError;
    if (!isExample) return plain(500, (error as Error).message);
    const wayOut = 'Correct the description, or ask for a made-up body with "Prefer: dynamic=true".';
    return plain(500, `The example is not of its schema: ${error.message}. ${wayOut}`);
  }
}

const challengeOf = ({ model }: Contract, operation: Operation): [string, string] => [
  'WWW-Authenticate',
  challenges(model, operation),
];

/** A refusal as the operation documents it, with the reason in its message where it has one. */
async function refusal(
  contract: Contract,
  request: SentRequest,
  status: number,
  message: string,
  operation: Operation | undefined,
  headers: HeaderLines,
): Promise<ReceivedResponse> {
  const speaker =
    operation ?? contract.model.operations.find((each) => documented(each, status) ?? documented(each, 404));
  const response = speaker && (documented(speaker, status) ?? (operation ? undefined : documented(speaker, 404)));
  if (!speaker || !response)
    return { ...plain(status, message), headers: [...headers, ...plain(status, message).headers] };
  const content = acceptable(response.contents, header(request.headers, 'accept')) ?? response.contents[0];
  const mocked = await mockResponse(contract, speaker, response, content, {});
  const value = withReason(mocked.value, { message, status }, mocked.isAllowed);
  return { status, headers: [...headers, ...typeOf(content)], body: encode(contract, content, value) };
}

function paging(operation: Operation, names: Paging, request: SentRequest, headers: HeaderLines): HeaderLines {
  const own = ['link', names.total.toLowerCase(), names.pages.toLowerCase()];
  const items = Number(header(headers, names.total.toLowerCase()) ?? 0);
  return [
    ...headers.filter(([name]) => !own.includes(name.toLowerCase())),
    ...pagingHeaders(operation, names, request.url, items),
  ];
}

/** The answer of the lowest status of success; without one, the first. */
function firstSuccess({ responses }: Operation): Response | undefined {
  const successes = responses.filter(({ status }) => typeof status === 'number' && status >= 200 && status < 300);
  return successes.toSorted((one, other) => Number(one.status) - Number(other.status))[0] ?? responses[0];
}

function encode(contract: Contract, content: Content | undefined, value: unknown): Uint8Array {
  if (!content || value === undefined) return new Uint8Array();
  if (content.kind === 'xml') return Buffer.from(contract.codec(content.schema!, 'response').encode(value));
  if (isAnyXml(content)) return Buffer.from(anyXml(value));
  if (content.kind === 'json') return Buffer.from(JSON.stringify(value));
  if (content.kind === 'sequence') return Buffer.from(writeSequence(content, value));
  return Buffer.from(String(value), content.kind === 'binary' ? 'latin1' : 'utf8');
}

function typeOf(content: Content | undefined): HeaderLines {
  if (!content) return [];
  const { mediaType, kind } = content;
  if (mediaType.includes('*')) return [['Content-Type', 'application/octet-stream']];
  return [['Content-Type', kind === 'text' ? `${mediaType}; charset=utf-8` : mediaType]];
}

const plain = (status: number, message: string): ReceivedResponse => ({
  status,
  headers: [['Content-Type', 'text/plain; charset=utf-8']],
  body: Buffer.from(message),
});
