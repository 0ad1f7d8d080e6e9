import { acceptedName, isOpen, type MediaTypeAliases, negotiate, offer } from './accept.ts';
import type { Api, ContentTable, ErrorTypes, OperationTable } from './api.ts';
import type { ApiError } from './api-error.ts';
import { contentType, encode } from './encode.ts';
import { type ErrorFacts, errorFacts } from './error-facts.ts';
import { headerTexts } from './header-values.ts';
import { essenceOf, parseMediaType } from './media-type.ts';
import { reservedHeaders, withOwn } from './own-headers.ts';
import { header, type RawRequest, type RawResponse } from './raw.ts';
import type { Reply } from './reply.ts';

/** Creates error responses, in the media type that the request prefers. */
export type WriteRefusal = (error: ApiError, request: RawRequest, requestId: string, own?: Reply) => RawResponse;

/**
 * Returns errors with the document that the operation defines for the status, or else for `default`, or else with the default
 * error document of the API. If the description defines no body, there is none.
 */
export function refusalWriter(api: Api, otherNames: MediaTypeAliases, table?: OperationTable): WriteRefusal {
  const reserved = reservedHeaders(api);
  const usual = usualContents(api, table?.errorTypes ?? api.errorTypes);
  const described = new Map<number | 'default', readonly ContentTable[]>();
  for (const status of table?.errors ?? []) described.set(status, table?.bodiless?.includes(status) ? [] : usual);
  for (const { status, contents } of table?.responses ?? []) described.set(status, contents);
  const answersJson = table !== undefined && firstSuccess(table)?.kind === 'json';
  const kinds: Kinds = { answersJson, takesBody: table !== undefined && table.bodies.length > 0 };
  return (error, request, requestId, own) => {
    const status = own?.status ?? (error.status === 400 ? (table?.badRequest ?? 400) : error.status);
    const contents = described.get(status) ?? described.get('default') ?? usual;
    const [content, name] = preferred(contents, request, kinds, otherNames);
    const headers: RawResponse['headers'] = [];
    if (content) headers.push(['Content-Type', errorType(content, name)]);
    if (contents.length > 1) headers.push(['Vary', 'Accept']);
    if (!own) {
      const body = content && documentOf(content, errorFacts(error, status, request, requestId));
      return { status, headers: [...headers, ...error.headers], body };
    }
    return {
      status,
      headers: withOwn(
        [...headers, ...error.headers],
        headerTexts(own.headers, undefined, 'formatError'),
        'formatError',
        reserved,
      ),
      body: bodyOf(own, content),
    };
  };
}

function firstSuccess({ responses }: OperationTable): ContentTable | undefined {
  return responses.find(({ status, contents }) => status !== 'default' && status < 300 && contents.length > 0)
    ?.contents[0];
}

function usualContents({ errorDocument }: Api, { xml, json }: ErrorTypes): ContentTable[] {
  const { codec, document } = errorDocument ?? {};
  return [
    ...(xml === undefined ? [] : [{ mediaType: xml, kind: 'xml' as const, codec, document }]),
    ...(json === undefined ? [] : [{ mediaType: json, kind: 'json' as const, document }]),
  ];
}

/** Properties of the bodies of an operation. */
interface Kinds {
  answersJson: boolean;
  /** Without it, clients send a Content-Type that means nothing. */
  takesBody: boolean;
}

/**
 * The type in Accept; if that accepts anything, JSON if the client sent JSON or would have received it, otherwise the first.
 */
function preferred(
  contents: readonly ContentTable[],
  request: RawRequest,
  { answersJson, takesBody }: Kinds,
  otherNames: MediaTypeAliases,
): [content: ContentTable | undefined, name: string | undefined] {
  const sent = parseMediaType(header(request, 'content-type') ?? '')?.type ?? '';
  const isJson = ({ kind }: ContentTable) => kind === 'json';
  const json = answersJson || (takesBody && /[/+]json$/.test(sent));
  const ordered = json ? contents.toSorted((a, b) => Number(isJson(b)) - Number(isJson(a))) : contents;
  const offers = ordered.map(({ mediaType }) => offer(mediaType, [], otherNames));
  const accept = header(request, 'accept');
  const index = Math.max(0, negotiate(accept, offers));
  return [ordered[index], offers[index] && acceptedName(isOpen(accept) && json ? sent : accept, offers[index])];
}

/** For a media type range, an error is text. */
const errorType = (content: ContentTable, name?: string): string =>
  content.mediaType.includes('*')
    ? 'text/plain; charset=utf-8'
    : contentType(content, { mediaType: content.mediaType, name });

function documentOf({ kind, mediaType, codec, document }: ContentTable, facts: ErrorFacts): string | Uint8Array {
  if (kind === 'xml' && codec && document) return codec.encode(document(facts));
  if (kind === 'json') return JSON.stringify(document ? document(facts) : { message: facts.message });
  if (/[/+]xml\b/.test(mediaType)) return `<error><message>${escaped(facts.message)}</message></error>`;
  return essenceOf(mediaType) === 'text/html' ? `<p>${escaped(facts.message)}</p>` : facts.message;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const escaped = (text: string): string => text.replace(/[&<>\r]/g, (character) => escapes[character] as string);

/** The body that `formatError` returned: a value of the described document, or its own text. */
function bodyOf({ body, headers }: Reply, content: ContentTable | undefined): RawResponse['body'] {
  const named = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type');
  if (body === undefined || body instanceof Uint8Array || (named && typeof body === 'string')) return body;
  return content ? encode(content, body, false) : JSON.stringify(body);
}
