import type { Contract } from '../contract/contract.ts';
import type { Exchange, HeaderLines, SentRequest } from '../exchange/exchange.ts';
import type { Finding } from '../judge/finding.ts';
import { pathBelow } from '../judge/judge.ts';
import { looksLikeId } from '../recording/ids.ts';
import { MASK, maskBody, maskName } from './mask-body.ts';

/** An exchange without values of anybody, and a function that takes them out of messages about it. */
export interface MaskedExchange {
  exchange: Exchange;
  maskMessage(message: string): string;
}

/** Headers whose values are words of HTTP. */
const OPEN_HEADERS =
  /^(accept(-.*)?|access-control-(allow|expose|request)-.*|age|allow|cache-control|connection|content-(encoding|language|length|type)|date|prefer|retry-after|transfer-encoding|vary|x-content-type-options)$/i;

/** Longer values do not stand in messages. */
const LONGEST_VALUE = 200;

/**
 * Takes everything out of an exchange that may be personal or secret: values of parameters, headers and cookies, and of bodies.
 * The names and the form stay.
 */
export function maskExchange(contract: Contract, baseUrl: string, { request, response }: Exchange): MaskedExchange {
  const url = new URL(request.url);
  const path = maskPath(contract, baseUrl, request);
  /** Values of parameters and headers, which messages may quote, and those of bodies. */
  const [values, inBodies] = [new Set<string>(), new Set<string>()];
  const query = [...url.searchParams].map(([name, value]) => {
    values.add(value);
    return `${maskName(name)}=${MASK}`;
  });
  const visitor = {
    value: (text: string) => void (text.length <= LONGEST_VALUE && inBodies.add(text)),
    name: (text: string) => void (looksLikeId(text) && inBodies.add(text)),
  };
  const bodyOf = ({ headers, body }: Pick<SentRequest, 'headers' | 'body'>) =>
    Buffer.from(maskBody(headers, body, visitor));
  const shown = new Set(path.split('/'));
  for (const segment of url.pathname.split('/').filter((each) => !shown.has(each)))
    for (const form of [segment, decoded(segment)]) values.add(form);
  const exchange = {
    request: {
      ...request,
      url: `${new URL(baseUrl).origin}${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
      headers: maskHeaders(request.headers, values),
      body: bodyOf(request),
    },
    response: { ...response, headers: maskHeaders(response.headers, values), body: bodyOf(response) },
  };
  const bodies = [request, response].map(({ body }) => Buffer.from(body).toString());
  const isOfBody = (text: string) =>
    inBodies.has(text) || (!isName(text) && bodies.some((body) => body.includes(text)));
  const address = `${request.method} ${url.pathname}`;
  return {
    exchange,
    maskMessage: (message) =>
      maskMessage(message.replaceAll(address, `${request.method} ${path}`), [...values], isOfBody),
  };
}

/** What a report tells of an exchange, without values of anybody. */
export function maskFindings(
  contract: Contract,
  baseUrl: string,
  { exchange, findings }: { exchange: Exchange; findings: readonly Finding[] },
): { exchange: Exchange; findings: Finding[] } {
  // Nothing is told of an exchange without findings.
  if (findings.length === 0) return { exchange, findings: [] };
  const masked = maskExchange(contract, baseUrl, exchange);
  return {
    exchange: masked.exchange,
    findings: findings.map((each) => ({ ...each, message: masked.maskMessage(each.message) })),
  };
}

/**
 * The path with the names of its parameters in place of their values. Of a path that the description does not have, plain words
 * stay, so that it can be found.
 */
export function maskPath(
  contract: Contract,
  baseUrl: string,
  { method, url }: Pick<SentRequest, 'method' | 'url'>,
): string {
  const base = new URL(baseUrl).pathname.replace(/\/$/, '');
  const path = pathBelow(baseUrl, url);
  const route = contract.route(method, path);
  const nearest = route.found === 'path' ? contract.route(route.methods[0]!, path) : route;
  if (nearest.found === 'operation') return base + nearest.operation.path;
  return (
    base +
    path
      .split('/')
      .map((segment) => (/^([a-z][A-Za-z_.-]{0,39})?$/.test(segment) ? segment : MASK))
      .join('/')
  );
}

function maskHeaders(headers: HeaderLines, values: Set<string>): HeaderLines {
  return headers.map(([name, value]) => {
    if (OPEN_HEADERS.test(name) && !value.includes('@')) return [name, value];
    values.add(value);
    return [name, MASK];
  });
}

/** Messages quote values where a parser stopped, and have names of members and bounds of the description, which stay. */
function maskMessage(message: string, values: string[], isOfBody: (text: string) => boolean): string {
  const isValue = (text: string) =>
    text.length > 1 && !isShortNumber(text) && (values.includes(text) || isOfBody(text));
  const telling = values
    .filter((value) => value.length > 2 && !isShortNumber(value) && !/^[a-z]+$/.test(value))
    .toSorted((one, other) => other.length - one.length);
  return withoutSnippet(telling.reduce((text, value) => text.replaceAll(value, MASK), message))
    .replace(/(is no URL|RFC 8288): .*$/s, `$1: ${MASK}`)
    .replaceAll(/https?:\/\/[^\s"'<>]+/g, (url) => `${url.split('/', 3).join('/')}/${MASK}`)
    .replaceAll(/"([^"]*)"|'([^']*)'/g, (quoted, one?: string, other?: string) =>
      isValue(one ?? other ?? '') ? `${quoted[0]}${MASK}${quoted[0]}` : quoted,
    )
    .replaceAll(/[^\s"'()<>,;]+/g, (word) => (word.includes('@') ? MASK : maskParts(word, isValue)));
}

/** `Unexpected token 'A', ..."name": Ada}" is not valid JSON` quotes what it cannot read. */
function withoutSnippet(message: string): string {
  const [start, end] = [message.indexOf('"'), message.lastIndexOf(' is not valid JSON')];
  if (start === -1 || end < start) return message;
  return message.slice(0, start).replace(/\.{3}$/, '') + MASK + message.slice(end);
}

/** `/fields/8f3k29/name` has an id as the name of a member. */
const maskParts = (word: string, isValue: (text: string) => boolean) =>
  word
    .split(/([/:.])/)
    .map((part) => (looksLikeId(part) && isValue(part) ? MASK : part))
    .join('');

/** Numbers of few digits are bounds and statuses as often as values. */
const isShortNumber = (text: string) => /^\d{1,4}$/.test(text);

/** Names of members and elements stand in bodies as values do. */
const isName = (text: string) => /^[A-Za-z_][\w.-]*$/.test(text) && !looksLikeId(text);

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
