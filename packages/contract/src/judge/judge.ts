import { mediaTypeOf, type Operation } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import { type IHttpRequest, type IHttpResponse, type Resource, validate } from '../contract/prism.ts';
import { type Exchange, header } from '../exchange/exchange.ts';
import { breach, type Finding, type Rule } from './finding.ts';
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
  const { operation, parameters } = route;
  if (status === NOT_IMPLEMENTED) return { operation, status, findings: [] };

  const documentation = documented(operation, status);
  const asked = readRequest(contract, operation, parameters, request);
  const answered = documentation && readResponse(contract, documentation, request, response);
  const resource = contract.resource(operation.id);
  const answer = answered?.response ?? { statusCode: status };
  const diagnostics = await validate(focused(resource, asked.request, answer), asked.request, answer);

  const findings: Finding[] = [...asked.findings];
  for (const { message, path } of diagnostics.request)
    findings.push({ rule: place(path, 'parameter'), about: 'request', level: 'note', message });
  const faulty = findings.length > 0;
  if (!answered) {
    const statuses = operation.responses.map((each) => each.status).join(', ');
    findings.push(breach('status', `Status ${status} is not documented; documented are ${statuses}`));
  } else {
    findings.push(...answered.findings);
    for (const { message, path } of diagnostics.response) findings.push(breach(place(path, 'body'), message));
    findings.push(...judgeFrame(exchange), ...judgePaging(operation, exchange));
  }
  if (faulty && status < 300) findings.push(accepted(status, findings));
  return { operation, status, findings };
}

function accepted(status: number, findings: Finding[]): Finding {
  const faults = findings.filter(({ about }) => about === 'request').map(({ message }) => message);
  return breach('accepted', `Answered with ${status} although the request breaks the contract: ${faults.join('; ')}`);
}

/** Whatever no path of the description means must be refused. */
function judgeUnknown(route: { found: 'path' | 'nothing' }, { request, response }: Exchange): Finding[] {
  const what = `${request.method} ${new URL(request.url).pathname}`;
  if (response.status < 400)
    return [breach('path', `${what} was answered with ${response.status}; the description does not have it`)];
  if (route.found === 'nothing') return [{ rule: 'path', about: 'request', level: 'note', message: `No path ${what}` }];
  return judgeFrame({ request, response });
}

/** Headers that HTTP itself wants with a status (RFC 9110 sections 15.5.2 and 15.5.6). */
function judgeFrame({ response: { status, headers } }: Exchange): Finding[] {
  const wanted = { 401: 'WWW-Authenticate', 405: 'Allow' }[status];
  if (!wanted || header(headers, wanted) !== undefined) return [];
  return [breach('header', `Status ${status} needs the header ${wanted}`)];
}

function place([where]: string[], otherwise: Rule): Rule {
  if (where === 'header') return 'header';
  if (where === 'body') return 'body';
  return where === 'query' || where === 'path' ? 'parameter' : otherwise;
}

/**
 * The operation with no other bodies than those of this exchange. Prism would look for the body's schema under similar
 * media types too; and it takes `false` and `0` for no body at all, so that we judge ourselves whether one is required.
 */
function focused(resource: Resource, asked: IHttpRequest, answered: IHttpResponse): Resource {
  const { request, responses } = resource;
  const body = request?.body && { ...request.body, required: false, contents: only(request.body.contents, asked) };
  return {
    ...resource,
    request: request && { ...request, body },
    responses: responses.map((each) => ({ ...each, contents: only(each.contents, answered) })) as never,
  };
}

function only<T extends { mediaType: string }>(contents: T[] = [], { headers }: { headers?: Record<string, unknown> }) {
  return contents.filter(({ mediaType }) => mediaTypeOf(mediaType) === headers?.['content-type']);
}

function pathBelow(baseUrl: string, url: string): string {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const { pathname } = new URL(url);
  return pathname.startsWith(base) ? pathname.slice(base.length) || '/' : pathname;
}
