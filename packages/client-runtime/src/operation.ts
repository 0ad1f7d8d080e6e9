import type { BinaryBody } from './body-codec.ts';
import type { PageHeaders } from './page.ts';
import type { ReadHeaders } from './typed-headers.ts';
import type { XmlOptions } from './xml-options.ts';

/** What the runtime knows of one operation of the description. Generated, one constant each. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Path template, `/mailings/{mailingid}/name`. */
  readonly path: string;
  /** The path in the description, where it has a query or a fragment that tells operations apart. */
  readonly key?: string;
  /** Where each field of the input goes. `joined` is a query array in one value with commas. */
  readonly params?: { readonly [name: string]: Place };
  /** Parameters of the query with one value, as they are sent: `hello=`. */
  readonly constants?: readonly string[];
  /** Names in the request of fields that have another name in the input. */
  readonly wires?: { readonly [name: string]: string };
  /** Writes a field into the query where there are such, or objects: `wire`. */
  readonly wire?: (name: string, place: Place, value: unknown, operation: Operation) => string[];
  /** Bodies that it takes, one for each media type; the first is the default. */
  readonly bodies?: readonly RequestContent[];
  /** Encodes one of them, `encodeBody`. */
  readonly encode?: (
    operation: Operation,
    input: Input,
    headers: Headers,
    signal: AbortSignal,
  ) => EncodedBody | undefined;
  readonly responses: Responses;
  /** Names of the security schemes of each combination, where other than for the whole service. */
  readonly security?: readonly (readonly string[])[];
  /** Makes the documented headers of a success, `headerReader({ … })`. */
  readonly headers?: ReadHeaders;
  /** `safe` and `idempotent` ones are repeated after a failure that may pass, `never` ones are not. */
  readonly retry: 'safe' | 'idempotent' | 'never';
  /** Milliseconds an attempt may take by default. */
  readonly timeout: number;
  /** It answers 409 for a sealed resource. */
  readonly sealed?: true;
  /** It answers pages of items, with `Link` and these headers. */
  readonly paging?: PageHeaders;
  /** Makes the page, `pageOf`. */
  readonly page?: (items: unknown, headers: Headers, names: PageHeaders) => unknown;
}

/** What a `Request` is told of its body. */
export interface EncodedBody {
  body: BinaryBody;
  duplex?: 'half';
  redirect?: 'manual' | 'error';
}

/** The bodies of answers, by media type; none for an empty body. */
export interface Responses {
  readonly [status: number]: readonly AnswerContent[];
  /** Of successes without a status above; where it is absent, such an answer is no success. */
  readonly success?: readonly AnswerContent[];
  /** Of failures without a status above. */
  readonly failure?: readonly AnswerContent[];
}

/** `greedy` is a part of the path with slashes, `map` an object whose members are query parameters. */
export type Place = 'path' | 'greedy' | 'query' | 'joined' | 'map' | 'header';

/** A body that an operation takes, in one media type. The type may be a range. */
export interface RequestContent {
  readonly type: string;
  encode(value: unknown): BinaryBody;
}

/** A body that an operation answers with, in one media type. */
export interface AnswerContent {
  readonly type: string;
  decode(body: Uint8Array<ArrayBuffer>, options?: XmlOptions): unknown;
  /** No body stands for undefined. */
  readonly empty?: true;
}

/** Input of an operation: all parameters under their names, `body`, and `contentType` where there is a choice. */
export interface Input {
  readonly [parameter: string]: unknown;
  readonly body?: unknown;
  readonly contentType?: string;
}
