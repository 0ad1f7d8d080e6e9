import type { DecodeOptions } from '@mailwright/xml-codec';
import type { BodyBounds } from './bodies-under-way.ts';
import type { MakeErrorDocument } from './error-facts.ts';
import type { HeaderTable } from './header-values.ts';

/** The tables that the generated code hands to the runtime: plain data with references to codecs and validators. */
export interface Api {
  title: string;
  operations: Readonly<Record<string, OperationTable>>;
  /** Schemes by the names that requirements have for them. */
  securitySchemes?: Readonly<Record<string, SecuritySchemeTable>>;
  /** What operations ask for that say nothing else: one of these is to be fulfilled. */
  security?: readonly SecurityRequirement[];
  /** Largest request body in bytes. */
  maxBody: number;
  /** Names of headers that every answer may have. */
  headers?: { requestId?: string; ignoredInput?: string };
  /** Bytes of all request bodies under way. */
  maxBodies?: BodyBounds;
  /** Media types of the usual error document. */
  errorTypes: ErrorTypes;
  /** The usual error document; without it, errors are a `message` in JSON or XML. */
  errorDocument?: Pick<ContentTable, 'codec' | 'document'>;
}

/** Scopes by the name of a scheme; all schemes of a requirement must be fulfilled. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface SecuritySchemeTable {
  type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect';
  /** Of an API key: where it is sent, and under which name. */
  in?: 'header' | 'query' | 'cookie';
  name?: string;
  /** Of HTTP, in lower case: `basic`. */
  scheme?: string;
  /** The user name of Basic, or the token of Bearer, is an API key of so many characters. */
  key?: { minLength: number; maxLength: number };
  /** `WWW-Authenticate` of a 401, in place of the usual one; empty for none. */
  challenge?: string;
}

/** At least one of the two is there. */
export interface ErrorTypes {
  xml?: string;
  json?: string;
}

export interface OperationTable {
  id: string;
  group: string;
  method: string;
  /** Path template, `/mailings/{mailingid}/name`. */
  path: string;
  /** Other forms under which clients call the operation. */
  aliases?: readonly { method: string; path: string }[];
  /** What tells its requests from those of other operations with its method and path. */
  conditions?: readonly Condition[];
  /** Parameters by which a request is meant for another operation of its method and path. */
  excludes?: readonly Pick<Condition, 'in' | 'name'>[];
  /** Media types in Accept that mean the default answer. */
  acceptAliases?: readonly string[];
  /** Right that the key must carry. */
  right: string;
  /** Whether anything must be told of who calls; true when absent. */
  secured?: boolean;
  /** Where other than that of the whole interface. */
  security?: readonly SecurityRequirement[];
  /** Name of the path parameter with what must not be sealed. */
  sealed?: string;
  /** The work takes longer than a database transaction should. */
  longRunning?: boolean;
  /** Answers pages. */
  paging?: PagingTable;
  parameters: readonly ParameterTable[];
  validateParameters?: Validate;
  /** Request bodies by media type; the first is the default. Empty: the operation takes none. */
  bodies: readonly ContentTable[];
  bodyRequired?: boolean;
  /** Answers with their own documents: every 2xx, and errors whose document is another one than the usual. */
  responses: readonly ResponseTable[];
  /** Documented statuses that answer the usual error document, or nothing; `default` stands for all. */
  errors: readonly (number | 'default')[];
  /** Those of them whose answer has no body. */
  bodiless?: readonly (number | 'default')[];
  /** Status of requests that break the description; 400 when absent. */
  badRequest?: number;
  /** When other than those of the whole interface. */
  errorTypes?: ErrorTypes;
}

export interface PagingTable {
  /** Query parameters with the number of items on a page, and that of the page, from 1. */
  size: string;
  index: string;
  /** Headers with the number of items on all pages, and that of pages. */
  total: string;
  pages: string;
}

/** A query or header parameter that a request carries; with `value`, it has this value. */
export interface Condition {
  in: 'query' | 'header';
  name: string;
  value?: string;
  /** An empty value counts as this one. */
  empty?: boolean;
}

export interface ParameterTable {
  /** Name in the input of the handler. */
  name: string;
  /** Name in the request, when it is another. */
  wire?: string;
  /** A path parameter that takes slashes. */
  greedy?: boolean;
  /** A query parameter for all names that no other has: an object of their values. */
  map?: boolean;
  /** What an empty value stands for; without it, an empty optional parameter is absent. */
  empty?: unknown;
  in: 'path' | 'query' | 'header';
  /** Type of the value, or of the items of an array. */
  scalar: 'string' | 'integer' | 'number' | 'boolean';
  required?: boolean;
  array?: boolean;
  /** Array in one value, joined by commas, instead of a repeated name. */
  commas?: boolean;
  default?: unknown;
  aliases?: readonly string[];
  /** NaN, Infinity and -Infinity are numbers of it. */
  words?: boolean;
  /** Values are matched in any case and handed on in the form written here. */
  ignoreCase?: readonly string[];
}

export type ContentKind = 'xml' | 'json' | 'text' | 'binary';

export interface ContentTable {
  /** Without parameters; may be a range such as `*` `/*`. */
  mediaType: string;
  kind: ContentKind;
  /** How messages call the whole value: the root element, or `body`. */
  root?: string;
  /** Of a request: handlers get the bytes as they come. */
  stream?: true;
  /** Of an answer: no body stands for undefined. */
  empty?: true;
  codec?: Codec | undefined;
  validate?: Validate;
  /** Makes the value of an error with this content. */
  document?: MakeErrorDocument | undefined;
}

export interface ResponseTable {
  /** `default` stands for every status that is not listed. */
  status: number | 'default';
  /** Empty when the answer has no body. */
  contents: readonly ContentTable[];
  /** Documented headers. */
  headers?: Readonly<Record<string, HeaderTable>>;
}

/** XML document to value and back; an `XmlCodec` of `@mailwright/xml-codec`. */
export interface Codec {
  decode(xml: string | Uint8Array, options?: DecodeOptions): unknown;
  encode(value: unknown): string;
  /** The same in UTF-8, without a string on the way; `encode` counts where it is absent. */
  encodeBytes?(value: unknown): Uint8Array;
}

/** A compiled JSON Schema: false leaves what was wrong in `errors`. */
export interface Validate {
  (value: unknown): boolean;
  errors?: SchemaFault[] | null;
}

export interface SchemaFault {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}
