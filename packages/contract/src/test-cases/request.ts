import type { Operation } from '@mailwright/codegen/description';
import type { Contract, Side } from '../contract/contract.ts';
import type { HeaderLines, SentRequest } from '../exchange/exchange.ts';
import { anyXml, findContent, isAnyXml, isForm } from '../judge/document.ts';
import type { Input } from '../preconditions/preconditions.ts';
import { BOUNDARY, encodeForm } from './form.ts';
import type { Wire } from './test-case.ts';
import { answerTypes } from './valid.ts';

export interface LimitedKey {
  /** `get`, `post` … as `x-right` names them, by default the method. */
  rights: string[];
  headers: HeaderLines;
}

/** A key that an operation must refuse; undefined when there is none. */
export function powerlessKey({ limited }: Target, { right }: Operation): LimitedKey | undefined {
  return limited.find(({ rights }) => !rights.includes(right));
}

/** A limited key that an operation takes; undefined when there is none. */
export function limitedKey({ limited }: Target, { right }: Operation): LimitedKey | undefined {
  return limited.find(({ rights }) => rights.includes(right));
}

/** Base URL and keys of the tested service. */
export interface Target {
  /** `https://example.com/1.0` */
  baseUrl: string;
  /** Address without TLS. */
  plainUrl?: string;
  /** Address of a service with the same key in which the operator has switched parts off. */
  reducedUrl?: string;
  /** Headers with the key that may do everything. */
  credentials: HeaderLines;
  /** Query parameters that hold keys. */
  query: HeaderLines;
  /** Keys that may do only some things. */
  limited: LimitedKey[];
}

const NO_BODY = new Uint8Array();

/**
 * The request that an input means.
 * @throws XmlError when the body cannot be written
 */
export function buildRequest(
  contract: Contract,
  target: Target,
  operation: Operation,
  input: Input,
  wire: Wire = {},
): SentRequest {
  const base = wire.plain ? target.plainUrl! : target.baseUrl;
  const path = operation.path.replace(/\{([^}]*)\}/g, (_, name) => pathText(input[name]));
  const query = queryOf(operation, input, wire.credentials === undefined ? target.query : []);
  const { contentType, bytes } = bodyOf(contract, operation, input, wire);
  const accept = wire.accept ?? answerTypes(operation)[0] ?? '*/*';
  const headers: HeaderLines = [['Accept', accept], ...credentialsOf(target, operation, wire)];
  for (const { in: place, name } of operation.parameters)
    if (place === 'header' && input[name] !== undefined) headers.push([name, [input[name]].flat().join(',')]);
  if (wire.prefer !== undefined) headers.push(['Prefer', `code=${wire.prefer}`]);
  if (contentType) headers.push(['Content-Type', contentType]);
  return { method: operation.method, url: `${base.replace(/\/$/, '')}${path}${query}`, headers, body: bytes };
}

/** A comma between items stays one; those in items are encoded (RFC 6570, simple expansion). */
const pathText = (value: unknown): string =>
  [value]
    .flat()
    .map((each) => encodeURIComponent(String(each)))
    .join();

function queryOf({ parameters }: Operation, input: Input, keys: HeaderLines): string {
  const pairs = keys.map(([name, value]) => `${formText(name)}=${formText(value)}`);
  for (const { in: place, name, array, explode } of parameters) {
    if (place !== 'query' || input[name] === undefined) continue;
    const values = [input[name]].flat().map((value) => formText(String(value)));
    // A comma between items stays one; those in items are encoded.
    for (const value of explode || !array ? values : [values.join(',')]) pairs.push(`${formText(name)}=${value}`);
  }
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** A text as the query of a URL has it (WHATWG URL, application/x-www-form-urlencoded). */
const formText = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1);

function credentialsOf(target: Target, operation: Operation, wire: Wire): HeaderLines {
  const { credentials } = target;
  if (wire.credentials === 'none') return [];
  if (wire.credentials === 'powerless') return powerlessKey(target, operation)!.headers;
  return wire.credentials === 'wrong' ? credentials.map(([name, value]) => [name, wrong(value)]) : credentials;
}

/** Replaces the key of a credential: `Bearer abc` -> `Bearer no-such-key-abc`. */
const wrong = (value: string) => value.replace(/(^\w+ )?/, '$1bm8tc3VjaC1rZXk6');

function bodyOf(contract: Contract, operation: Operation, input: Input, { side = 'request', body }: Wire) {
  const { body: value, contentType = operation.bodies[0]?.mediaType } = input;
  const sent = body?.contentType ?? (contentType as string | undefined);
  if (value === undefined || sent === undefined)
    return { bytes: body ? body.bytes(NO_BODY) : NO_BODY, contentType: sent };
  const bytes = encode(contract, operation, value, String(contentType), side);
  const boundary = sent === 'multipart/form-data' ? `; boundary=${BOUNDARY}` : '';
  return { contentType: sent + boundary, bytes: body ? body.bytes(bytes) : bytes };
}

function encode(contract: Contract, operation: Operation, value: unknown, contentType: string, side: Side): Uint8Array {
  const content = findContent(operation.bodies, contentType);
  if (content && isForm(content.mediaType)) return Buffer.from(encodeForm(content, value));
  if (content?.kind === 'binary') return Buffer.from(String(value), 'latin1');
  if (content?.kind === 'xml') {
    return Buffer.from(contract.codec(content.schema!, side).encode(side === 'broken' ? asTexts(value) : value));
  }
  if (content && isAnyXml(content)) return Buffer.from(anyXml(value));
  return Buffer.from(content?.kind === 'json' ? JSON.stringify(value) : String(value));
}

function asTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asTexts);
  if (typeof value !== 'object') return String(value);
  return value && Object.fromEntries(Object.entries(value).map(([key, each]) => [key, asTexts(each)]));
}
