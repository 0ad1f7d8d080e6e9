import type { BinaryBody } from './body-codec.ts';
import type { PageHeaders } from './page.ts';
import type { Reading } from './reading.ts';
import type { ReadHeaders } from './typed-headers.ts';
import type { XmlOptions } from './xml-options.ts';

/** Properties of an operation of the description. Generated, one constant per operation. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Path template, `/mailings/{mailingid}/name`. */
  readonly path: string;
  /** Its base URL, if it has one of its own: `ownServer`. */
  readonly base?: (bases: Bases) => URL;
  /** The path in the description, if it contains a query or a fragment that distinguishes operations. */
  readonly key?: string;
  /** Location of each field of the input. `joined` is a query array, sent as one value with commas. */
  readonly params?: { readonly [name: string]: Place };
  /** Values of query parameters that can have no other one, for inputs without them. */
  readonly fixed?: { readonly [name: string]: string };
  /** Query parameters with a fixed value, as they are sent: `hello=`. */
  readonly constants?: readonly string[];
  /** Wire names of fields that have a different name in the input. */
  readonly wires?: { readonly [name: string]: string };
  /** Encodes a query parameter whose form is not the usual one; `wire` of the runtime. */
  readonly wire?: (name: string, place: Place, value: unknown, operation: Operation) => string[];
  /** Writes form fields that are not plain texts; `formsOf` of the runtime. */
  readonly forms?: Forms;
  /** Request bodies, one for each media type; the first is the default. */
  readonly bodies?: readonly RequestContent[];
  /** Encodes one of them, `encodeBody`. */
  readonly encode?: (
    operation: Operation,
    input: Input,
    headers: Headers,
    signal: AbortSignal,
  ) => EncodedBody | undefined;
  readonly responses: Responses;
  /** Names of the security schemes of each alternative, if they differ from those of the whole service. */
  readonly security?: readonly (readonly string[])[];
  /** Decodes the documented headers of a success, `headerReader({ … })`. */
  readonly headers?: ReadHeaders;
  /** `safe` and `idempotent` operations are retried after a temporary failure; `never` ones are not. */
  readonly retry: 'safe' | 'idempotent' | 'never';
  /** Default timeout of an attempt in milliseconds. */
  readonly timeout: number;
  /** Whether it returns 409 for a sealed resource. */
  readonly sealed?: true;
  /** Set if it returns pages of items, with `Link` and these headers. */
  readonly paging?: PageHeaders;
  /** Creates the page, `pageOf`. */
  readonly page?: (items: unknown, headers: Headers, names: PageHeaders) => unknown;
}

/** The base URLs of a connection. */
export interface Bases {
  readonly baseUrl: URL;
  /** Base URLs that replace servers of the description. */
  readonly servers?: { readonly [url: string]: string } | undefined;
}

/** Writers of form fields that are not plain texts. */
export interface Forms {
  /** The text in path or header, or the pair in the query; undefined for fields without a form. */
  text(field: string, value: unknown): string | undefined;
  /** Adds the cookies of an input. */
  cookies(headers: Headers, input: Input): void;
}

/** The properties of a `Request` that concern its body. */
export interface EncodedBody {
  body: BinaryBody | FormData;
  duplex?: 'half';
  redirect?: 'manual' | 'error';
}

/** Response bodies by media type; empty for an empty body. */
export interface Responses {
  readonly [status: number]: readonly AnswerContent[];
  /** For successes whose status is not listed; if absent, such a response is not a success. */
  readonly success?: readonly AnswerContent[];
  /** For failures whose status is not listed. */
  readonly failure?: readonly AnswerContent[];
}

/** `greedy` is a part of the path with slashes. */
export type Place = 'path' | 'greedy' | 'query' | 'joined' | 'header' | 'cookie';

/** Reports whether a media type is a described one. */
export type IsMediaType = (mediaType: string, described: string) => boolean;

/** A request body in one media type, which can be a range. */
export interface RequestContent {
  readonly type: string;
  /** As in `AnswerContent`. */
  readonly is?: IsMediaType;
  encode(value: unknown): BinaryBody | FormData;
}

/** Decodes a body; `types` are the media types that it has and that it should have. */
interface DecodeAnswer {
  (body: Uint8Array<ArrayBuffer>, options?: XmlOptions, types?: string): unknown;
  /** Other media types whose bodies it decodes. */
  readonly reads?: RegExp;
}

/** A response body in one media type. */
export interface AnswerContent {
  readonly type: string;
  readonly decode: DecodeAnswer;
  /** Tells bodies of this type by its parameters, `hasParameters`. */
  readonly is?: IsMediaType;
  /** An empty body means undefined. */
  readonly empty?: true;
  /** Reads items of a sequence from a body, `lineReader(decodeJson)`. */
  readonly open?: (body: ReadableStream<Uint8Array>, reading: Reading) => AsyncIterable<unknown>;
}

/** Input of an operation: all parameters by name, `body`, and `contentType` if there are several media types. */
export interface Input {
  readonly [parameter: string]: unknown;
  readonly body?: unknown;
  readonly contentType?: string;
}
