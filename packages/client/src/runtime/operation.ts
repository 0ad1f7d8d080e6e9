import type { BodyCodec } from './body-codec.ts';

/** What the runtime knows of one operation of the description. Generated, one constant each. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** Path template, `/mailings/{mailingid}/name`. */
  readonly path: string;
  /** Where each field of the input goes. `joined` is a query array in one value with commas. */
  readonly params?: { readonly [name: string]: Place };
  /** Bodies that it takes, one for each media type; the first is the default. */
  readonly bodies?: readonly Content[];
  readonly responses: Responses;
  /** `safe` and `idempotent` ones are repeated after a failure that may pass, `never` ones are not. */
  readonly retry: 'safe' | 'idempotent' | 'never';
  /** Milliseconds an attempt may take by default. */
  readonly timeout: number;
  /** It answers 409 for a sealed resource. */
  readonly sealed?: true;
  /** It answers pages of items, with `Link`, `X-Items` and `X-Pages`. */
  readonly paged?: true;
}

/** The bodies of answers, by media type; none for an empty body. */
export interface Responses {
  readonly [status: number]: readonly Content[];
  /** Of successes without a status above; where it is absent, such an answer is no success. */
  readonly success?: readonly Content[];
  /** Of failures without a status above. */
  readonly failure?: readonly Content[];
}

export type Place = 'path' | 'query' | 'joined' | 'header';

/** A body of one media type. The type may be a range for requests. */
export interface Content {
  readonly type: string;
  readonly codec: BodyCodec;
}

/** Input of an operation: all parameters under their names, `body`, and `contentType` where there is a choice. */
export interface Input {
  readonly [parameter: string]: unknown;
  readonly body?: unknown;
  readonly contentType?: string;
}
