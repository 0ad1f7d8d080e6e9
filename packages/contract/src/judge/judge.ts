import {
  type JsonSchema,
  mediaTypeOf,
  type Operation,
  type Response,
  wholeMediaType,
} from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import { findWriteOnly } from '../contract/direction.ts';
import { type IHttpRequest, type IHttpResponse, validateRequest, validateResponse } from '../contract/prism.ts';
import { describedResponse, type Resource } from '../contract/resource.ts';
import { type Exchange, header, type SentRequest } from '../exchange/exchange.ts';
import { hasCredentials } from './credentials.ts';
import { breach, type Finding, note, type Rule } from './finding.ts';
import { judgePaging } from './paging.ts';
import { readRequest } from './request.ts';
import { documented, readResponse } from './response.ts';

export interface Verdict {
  /** Absent when the description has no such path or method. */
  operation?: Operation;
  status: number;
  findings: Finding[];
}

/** Status of an operation that is described and not there yet. It is counted, not judged. */
export const NOT_IMPLEMENTED = 501;

/**
 * Holds one exchange against the description.
 *
 * @param baseUrl where the service stands, `https://example.com/1.0`; what follows in the address is the path
 */
export async function judge(contract: Contract, baseUrl: string, exchange: Exchange): Promise<Verdict> {
  const { request, response } = exchange;
  const { status } = response;
  const route = contract.route(request.method, pathBelow(baseUrl, request.url));
  if (route.found !== 'operation') return { status, findings: judgeUnknown(route, exchange) };
  const { operation } = route;
  if (status === NOT_IMPLEMENTED) return { operation, status, findings: [] };

  const requestFindings = await judgeRequest(contract, route, request);
  const findings = [...requestFindings, ...(await judgeResponse(contract, operation, exchange))];
  if (requestFindings.length > 0 && status < 300) findings.push(accepted(status, requestFindings));
  if (!request.keysLost) findings.push(...judgeCredentials(contract, operation, exchange));
  return { operation, status, findings };
}

/** A request without a key must not succeed where the description demands one. */
export function judgeCredentials(contract: Contract, operation: Operation, { request, response }: Exchange): Finding[] {
  const { status } = response;
  if (status >= 300 || hasCredentials(contract.model.document, operation, request)) return [];
  return [breach('accepted', `The service returned ${status} although the request has no credentials`)];
}

/** Notes on what a request breaks, whatever came of it. */
export async function judgeRequest(
  contract: Contract,
  { operation, parameters }: { operation: Operation; parameters: Record<string, string> },
  sent: SentRequest,
): Promise<Finding[]> {
  const { request, findings } = readRequest(contract, operation, parameters, sent);
  const diagnostics = await validateRequest(focused(contract.resource(operation.id), request), request);
  const missing = operation.parameters.filter(
    ({ in: place, name, required, schema }) =>
      place === 'header' && required && isTakenApart(schema) && header(sent.headers, name) === undefined,
  );
  return [
    ...findings,
    ...missing.map(({ name }) => note('parameter', `Request header ${name} is required`)),
    ...diagnostics.map(({ message, path }) => note(place(path, 'parameter'), message)),
  ];
}

async function judgeResponse(contract: Contract, operation: Operation, exchange: Exchange): Promise<Finding[]> {
  const { request, response: received } = exchange;
  const documentation = documented(operation, received.status);
  if (!documentation) {
    const statuses = operation.responses.map(({ status }) => status).join(', ');
    return [breach('status', `Status ${received.status} is not documented; the documented statuses are ${statuses}`)];
  }
  const { response, findings } = readResponse(contract, documentation, request, received);
  const diagnostics = await validateResponse(focused(contract.resource(operation.id), response), response);
  return [
    ...findings,
    ...diagnostics.map(({ message, path }) => breach(place(path, 'body'), message)),
    ...judgeWriteOnly(contract.resource(operation.id), documentation, response),
    ...wantHeader(exchange, 401, 'WWW-Authenticate').map((each) => ({
      ...each,
      level: 'warning' as const,
      unstated: 'www-authenticate' as const,
    })),
    ...judgePaging(operation, exchange),
  ];
}

/** Members that only requests have, such as passwords, must not come back. */
function judgeWriteOnly(resource: Resource, documentation: Response, { body, headers = {} }: IHttpResponse): Finding[] {
  const { __bundled__ } = resource as { __bundled__?: unknown };
  const contents = describedResponse(resource, documentation)?.contents ?? [];
  const sent = mediaTypeOf(headers['content-type'] ?? '');
  const schema = contents.find(({ mediaType }) => mediaTypeOf(mediaType) === sent)?.schema;
  const found = schema ? findWriteOnly(schema as JsonSchema, body, __bundled__) : [];
  return found.map((path) => breach('body', `Response body: ${path} is writeOnly and must not be in a response`));
}

function accepted(status: number, faults: Finding[]): Finding {
  const messages = faults.map(({ message }) => message).join('; ');
  return breach(
    'accepted',
    `The service returned ${status} although the request violates the description: ${messages}`,
  );
}

/** Checks that a request which matches no path of the description is rejected. */
function judgeUnknown(route: { found: 'path' | 'nothing' }, { request, response }: Exchange): Finding[] {
  const what = `${request.method} ${new URL(request.url).pathname}`;
  if (response.status < 400)
    return [breach('path', `${what} returned ${response.status}, but is not in the description`)];
  if (route.found === 'nothing') return [note('path', `There is no path ${what}`)];
  return wantHeader({ request, response }, 405, 'Allow').map((each) => ({ ...each, level: 'warning' }));
}

/** Headers that HTTP itself wants with a status (RFC 9110 sections 15.5.2 and 15.5.6). */
function wantHeader({ response: { status, headers } }: Exchange, of: number, name: string): Finding[] {
  if (status !== of || header(headers, name) !== undefined) return [];
  return [breach('header', `Status ${status} requires the header ${name}`)];
}

function place([where]: string[], otherwise: Rule): Rule {
  if (where === 'header') return 'header';
  if (where === 'body') return 'body';
  return where === 'query' || where === 'path' ? 'parameter' : otherwise;
}

/**
 * The operation with no other bodies than one of these headers' Content-Type. Prism would look for the body's schema
 * under similar media types too; and it takes `false` and `0` for no body at all, so that we judge ourselves whether one
 * is required.
 */
function focused(resource: Resource, { headers = {} }: IHttpRequest | IHttpResponse): Resource {
  const { request, responses } = resource;
  const body = request?.body && { ...request.body, required: false, contents: only(request.body.contents, headers) };
  const { template, path, headersFor } = parametersOf(resource);
  return {
    ...resource,
    path: template,
    request: request && { ...request, body, headers: headersFor(headers), path },
    responses: responses.map((each) => ({ ...each, contents: only(each.contents, headers) })) as never,
  };
}

/** Prism takes a list or an object apart in a header that is not there. */
const isTakenApart = ({ type }: JsonSchema): boolean => type === 'array' || type === 'object';

interface Parameters {
  /** The path, its parameters named as in `path`. */
  template: string;
  path: RequestParameters['path'];
  headersFor(sent: Record<string, unknown>): RequestParameters['headers'];
}
type RequestParameters = Partial<NonNullable<Resource['request']>>;

const known = new WeakMap<Resource, Parameters>();

/** Parameters in a form that Prism can judge, the same each time: Prism compiles a schema for every list of them that is new. */
function parametersOf(resource: Resource): Parameters {
  const made = known.get(resource);
  if (made) return made;
  const { path, headers }: RequestParameters = resource.request ?? {};
  const lists = new Map<string, RequestParameters['headers']>();
  const parameters: Parameters = {
    template: resource.path.split(/[?#]/)[0]!.replace(/\{[^}]*\}/g, plainName),
    path: path?.map(withPlainName),
    headersFor(sent) {
      const names = new Set(Object.keys(sent));
      const judged = headers?.filter(({ name, schema = {} }) => !isTakenApart(schema) || names.has(name.toLowerCase()));
      const which = String(judged?.map(({ name }) => name));
      if (!lists.has(which)) lists.set(which, judged);
      return lists.get(which);
    },
  };
  known.set(resource, parameters);
  return parameters;
}

/** Prism finds no path parameters whose names have other characters than these. */
const plainName = (name: string) => name.replace(/[^\w{}]/g, (character) => `_${character.codePointAt(0)}_`);
const withPlainName = <T extends { name: string }>(each: T): T => ({ ...each, name: plainName(each.name) });

function only<T extends { mediaType: string }>(contents: T[] = [], headers: Record<string, unknown> = {}): T[] {
  const sent = wholeMediaType(String(headers['content-type']));
  const same = contents.filter(({ mediaType }) => mediaTypeOf(mediaType) === mediaTypeOf(sent));
  const exact = same.filter(({ mediaType }) => wholeMediaType(mediaType).toLowerCase() === sent.toLowerCase());
  // Prism compares the parameters of media types too; a service may leave them out.
  return (exact.length > 0 ? exact : same).map((each) => ({ ...each, mediaType: sent }));
}

/** The path of an address below that of the service. */
export function pathBelow(baseUrl: string, url: string): string {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const { pathname } = new URL(url);
  return pathname.startsWith(base) ? pathname.slice(base.length) || '/' : pathname;
}
