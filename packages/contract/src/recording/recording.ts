import { mediaKind, mediaTypeOf } from '@mailwright/codegen/description';
import { XmlError } from '@mailwright/xml-codec';
import { parse } from '@mailwright/xml-codec/reference';
import { type Exchange, type HeaderLines, header } from '../exchange/exchange.ts';
import { isForm } from '../judge/document.ts';
import { pathBelow } from '../judge/judge.ts';
import { findCredentials, type Scheme } from './credentials.ts';
import { isCredential, isOfRequest, isOfResponse } from './headers.ts';
import { addIds, looksLikeId } from './ids.ts';
import {
  addText,
  addValue,
  countMember,
  type Members,
  mergeMembers,
  mergeShape,
  newShape,
  type Shape,
} from './shape.ts';
import { addElement, type ElementShape, mergeElement, newElement } from './xml-shape.ts';

/** Merged form of all that was exchanged by one method at one path. Holds names and types of data, never a value. */
export interface Traffic {
  method: string;
  /** `undefined` stands for a parameter. */
  segments: (string | undefined)[];
  /** By the place of the parameter among the segments. */
  pathParameters: Map<number, Shape>;
  /** Requests that were answered with a status below 400. */
  accepted: number;
  query: Members;
  /** Names of query parameters that a request gave twice with different values. */
  lists: Set<string>;
  headers: Members;
  bodies: Contents;
  requestBodies: number;
  responses: Map<number, { count: number; headers: Members; contents: Contents }>;
  schemes: Map<string, Scheme>;
  /** Accepted requests without credentials. */
  anonymous: number;
}

/** By media type; bodies that are no JSON, XML or form have no shape. */
export type Contents = Map<string, { value?: Shape; root?: ElementShape; kind: string }>;

export interface Recording {
  baseUrl: string;
  add(exchange: Exchange): Promise<void>;
  /** A copy, by method and path. */
  traffic(): Traffic[];
  /** Values of ids that were seen in bodies. */
  ids: ReadonlySet<string>;
}

/** Merges exchanges as they come, so that no value of them needs to be kept. */
export function createRecording(baseUrl: string): Recording {
  const all = new Map<string, Traffic>();
  const ids = new Set<string>();
  return {
    baseUrl,
    ids,
    traffic: () => structuredClone([...all.values()]),
    async add(exchange) {
      const { method, url } = exchange.request;
      const texts = pathBelow(baseUrl, url).split('/').slice(1).map(decoded);
      const segments = texts.map((text) => (looksLikeId(text) ? undefined : text));
      const key = JSON.stringify([method, segments]);
      const traffic = all.get(key) ?? newTraffic(method, segments);
      all.set(key, traffic);
      await addExchange(traffic, exchange, texts, ids);
    },
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const newTraffic = (method: string, segments: Traffic['segments']): Traffic => ({
  method,
  segments,
  pathParameters: new Map(),
  accepted: 0,
  query: new Map(),
  lists: new Set(),
  headers: new Map(),
  bodies: new Map(),
  requestBodies: 0,
  responses: new Map(),
  schemes: new Map(),
  anonymous: 0,
});

async function addExchange(
  traffic: Traffic,
  { request, response }: Exchange,
  texts: string[],
  ids: Set<string>,
): Promise<void> {
  const { status } = response;
  const answer = traffic.responses.get(status) ?? { count: 0, headers: new Map(), contents: new Map() };
  traffic.responses.set(status, answer);
  answer.count++;
  addHeaders(answer.headers, response.headers, isOfResponse);
  if (request.method !== 'HEAD') await addBody(answer.contents, response, ids);
  // Requests that were refused may be wrong in any way.
  if (status >= 400) return;
  traffic.accepted++;
  for (const [place, text] of texts.entries()) addText(placeOf(traffic, place), text);
  const { searchParams } = new URL(request.url);
  for (const name of new Set(searchParams.keys())) {
    if (isCredential(name) || looksLikeId(name)) continue;
    const values = searchParams.getAll(name);
    const shape = countMember(traffic.query, name);
    for (const value of values) addText(shape, value);
    if (new Set(values).size > 1) traffic.lists.add(name);
  }
  addHeaders(traffic.headers, request.headers, isOfRequest);
  if (request.body.length > 0) {
    traffic.requestBodies++;
    await addBody(traffic.bodies, request, ids, response);
  }
  const schemes = findCredentials(request);
  for (const [name, scheme] of schemes) traffic.schemes.set(name, scheme);
  if (schemes.size === 0) traffic.anonymous++;
}

function placeOf({ pathParameters }: Traffic, place: number): Shape {
  const shape = pathParameters.get(place) ?? newShape();
  pathParameters.set(place, shape);
  return shape;
}

function addHeaders(members: Members, headers: HeaderLines, isKept: (name: string) => boolean): void {
  for (const name of new Set(headers.map(([each]) => each.toLowerCase()).filter(isKept)))
    addText(countMember(members, name), header(headers, name)!);
}

type Body = Pick<Exchange['request'], 'headers' | 'body'>;

async function addBody(contents: Contents, { headers, body }: Body, ids: Set<string>, answer?: Body): Promise<void> {
  if (body.length === 0) return;
  const sent = header(headers, 'content-type') ?? 'application/octet-stream';
  const mediaType = mediaTypeOf(sent);
  const kind = isForm(mediaType) ? 'form' : mediaKind(mediaType);
  const content = contents.get(mediaType) ?? { kind };
  contents.set(mediaType, content);
  try {
    if (kind === 'xml') {
      const root = parse(body);
      content.root ??= newElement(root);
      addElement(content.root, root);
    } else if (kind === 'json' || kind === 'form') {
      const value = kind === 'json' ? JSON.parse(Buffer.from(body).toString()) : await readForm(sent, body);
      content.value ??= newShape();
      addValue(content.value, answer ? asUnderstood(value, readJson(answer)) : value);
      addIds(ids, value);
    }
  } catch (error) {
    // The judge tells of bodies that cannot be read.
    if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof XmlError)) throw error;
  }
}

/** Members as the service answers with them: one that takes 42 for the text "42" has a text there. */
function asUnderstood(value: unknown, answer: unknown): unknown {
  if (!isObject(value) || !isObject(answer)) return value;
  const understood = Object.entries(value).map(([name, each]) => {
    const isSame = typeof each !== 'object' && name in answer && String(each) === String(answer[name]);
    return [name, isSame ? answer[name] : each];
  });
  return Object.fromEntries(understood);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readJson({ headers, body }: Body): unknown {
  if (mediaKind(mediaTypeOf(header(headers, 'content-type') ?? '')) !== 'json') return undefined;
  try {
    return JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
}

/** Fields of a form; the content of files is left out. */
async function readForm(sent: string, body: Uint8Array<ArrayBufferLike>): Promise<object> {
  const form = await new Response(Buffer.from(body), { headers: { 'content-type': sent } }).formData();
  const fields = [...new Set(form.keys())].map((name) => {
    const values = form.getAll(name).map((each) => (typeof each === 'string' ? each : ''));
    return [name, values.length > 1 ? values : values[0]];
  });
  return Object.fromEntries(fields);
}

/** Adds all that was seen at another path of the same operation. */
export function mergeTraffic(into: Traffic, from: Traffic): void {
  for (const [place, shape] of from.pathParameters) mergeShape(placeOf(into, place), shape);
  into.accepted += from.accepted;
  mergeMembers(into.query, from.query);
  for (const name of from.lists) into.lists.add(name);
  mergeMembers(into.headers, from.headers);
  mergeContents(into.bodies, from.bodies);
  into.requestBodies += from.requestBodies;
  for (const [status, { count, headers, contents }] of from.responses) {
    const answer = into.responses.get(status) ?? { count: 0, headers: new Map(), contents: new Map() };
    answer.count += count;
    mergeMembers(answer.headers, headers);
    mergeContents(answer.contents, contents);
    into.responses.set(status, answer);
  }
  for (const [name, scheme] of from.schemes) into.schemes.set(name, scheme);
  into.anonymous += from.anonymous;
}

function mergeContents(into: Contents, from: Contents): void {
  for (const [mediaType, { kind, value, root }] of from) {
    const content = into.get(mediaType) ?? { kind };
    into.set(mediaType, content);
    if (value) {
      content.value ??= newShape();
      mergeShape(content.value, value);
    }
    if (!root) continue;
    if (content.root) mergeElement(content.root, root);
    else content.root = root;
  }
}
