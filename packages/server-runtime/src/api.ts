import type { DecodeOptions } from '@mailwright/xml-codec';
import type { BodyBounds } from './bodies-under-way.ts';
import type { MakeErrorDocument } from './error-facts.ts';
import type { HeaderTable } from './header-values.ts';
import type { Bigints } from './json.ts';
import type { Leniency } from './leniency.ts';
import type { Shapes } from './unknown-members.ts';
import type { FormField, FormFields, ParameterForm, ScalarType } from './value-forms.ts';

/** The tables that generated code passes to the runtime: plain data with references to codecs and validators. */
export interface Api {
  title: string;
  operations: Readonly<Record<string, OperationTable>>;
  /** Security schemes by name. */
  securitySchemes?: Readonly<Record<string, SecuritySchemeTable>>;
  /** Default security requirements of operations: one of these alternatives must be satisfied. */
  security?: readonly SecurityRequirement[];
  /** Maximum size of a request body in bytes. */
  maxBody: number;
  /** Names of headers that every response can have. */
  headers?: { requestId?: string; ignoredInput?: string };
  /** Maximum bytes of all request bodies being processed. */
  maxBodies?: BodyBounds;
  /** Known members of JSON request bodies. */
  shapes?: Shapes;
  /** Other names of media types, in which `*` stands for letters and digits. */
  mediaTypeAliases?: Readonly<Record<string, readonly string[]>>;
  /** Media types of the default error document. */
  errorTypes: ErrorTypes;
  /** The default error document; without it, errors are a `message` in JSON or XML. */
  errorDocument?: Pick<ContentTable, 'codec' | 'document'>;
}

/** Scopes by name of the scheme; all schemes of a requirement must be satisfied. */
export type SecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface SecuritySchemeTable {
  type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS' | 'undescribed';
  /** For API keys: location and name of the parameter. */
  in?: 'header' | 'query' | 'cookie';
  name?: string;
  /** For HTTP schemes: name in lower case, such as `basic`. */
  scheme?: string;
  /** The user name of Basic, or the token of Bearer, is an API key with this length. */
  key?: { minLength: number; maxLength: number };
  /** `WWW-Authenticate` of 401 responses, instead of the default; empty for none. */
  challenge?: string;
}

/** At least one of the two is present. */
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
  /** Paths of its own servers, below which it is found instead of below that of the whole API. */
  servers?: readonly string[];
  /** Alternative methods and paths; with `contains`, only if the last path parameter contains this text. */
  aliases?: readonly { method: string; path: string; contains?: string }[];
  /** Conditions that distinguish its requests from those of other operations with the same method and path. */
  conditions?: readonly Condition[];
  /** Parameters of other operations with the same method and path; a request with one of them does not match. */
  excludes?: readonly Pick<Condition, 'in' | 'name'>[];
  /** Media types in Accept that mean the default answer. */
  acceptAliases?: readonly string[];
  /** Right that the key must have. */
  right: string;
  /** Right that is needed beside `right`. */
  privilege?: string;
  /** Whether authentication is required; true if absent. */
  secured?: boolean;
  /** If it differs from that of the whole API. */
  security?: readonly SecurityRequirement[];
  /** Name of the path parameter of the resource that must not be sealed. */
  sealed?: string;
  /** The operation is deprecated; the days, such as `2027-01-31`, are those since when it is, and from which it may be gone. */
  deprecation?: { since?: string; sunset?: string };
  /** The work takes longer than a database transaction should. */
  longRunning?: boolean;
  /** A response to a success contains a secret (`x-secret`), which must not be stored in clear text. */
  secret?: boolean;
  /** The operation is paged. */
  paging?: PagingTable;
  parameters: readonly ParameterTable[];
  validateParameters?: Validate;
  /** Request bodies by media type; the first is the default. Empty if the operation has none. */
  bodies: readonly ContentTable[];
  bodyRequired?: boolean;
  /** Responses with their own documents: every 2xx, and errors whose document is not the default one. */
  responses: readonly ResponseTable[];
  /** Documented statuses with the default error document or without a body; `default` includes all. */
  errors: readonly (number | 'default')[];
  /** Statuses of responses without a body. */
  bodiless?: readonly (number | 'default')[];
  /** Status of requests that violate the description; 400 if absent. */
  badRequest?: number;
  /** If they differ from those of the whole API. */
  errorTypes?: ErrorTypes;
}

export interface PagingTable {
  /** Query parameters for the page size and the page index, which starts at 1. */
  size: string;
  index: string;
  /** Headers with the total number of items and the number of pages. */
  total: string;
  pages: string;
}

/** A query or header parameter that must be present, with this `value` if given. */
export interface Condition {
  in: 'query' | 'header';
  name: string;
  value?: string;
  /** Value that an empty value stands for. */
  empty?: boolean;
}

export interface ParameterTable {
  /** Name in the input of the handler. */
  name: string;
  /** Name in the request, if it differs. */
  wire?: string;
  /** A path parameter that can contain slashes. */
  greedy?: boolean;
  /** Meaning of an empty value; without it, an empty optional parameter is absent, and so is an empty item of a list. */
  empty?: unknown;
  in: 'path' | 'query' | 'header' | 'cookie';
  /** Serialization of its values; absent for plain texts. */
  form?: ParameterForm;
  /** Type of the value, or of the items of an array. */
  scalar: ScalarType;
  required?: boolean;
  array?: boolean;
  /** The array is one value with commas instead of a repeated parameter. */
  commas?: boolean;
  default?: unknown;
  aliases?: readonly string[];
  /** An integer can be sent with a fraction, which is dropped. */
  dropsFraction?: boolean;
  /** NaN, Infinity and -Infinity are allowed. */
  words?: boolean;
  /** Values are compared case-insensitively and passed on as written here. */
  ignoreCase?: readonly string[];
}

export type ContentKind = 'xml' | 'json' | 'text' | 'form' | 'sequence' | 'binary';

export interface ContentTable {
  /** Without parameters; may be a range such as `*` `/*`. */
  mediaType: string;
  kind: ContentKind;
  /** Name of the whole value in messages: the root element, or `body`. */
  root?: string;
  /** For sequences: how items are written. The value is an iterable, and the other members concern one item. */
  sequence?: 'lines' | 'records' | 'events';
  /** The data of events is JSON: of all, or of those with these names. */
  dataIsJson?: true | readonly string[];
  /** For forms: the fields that are not single texts. */
  form?: FormFields;
  /** And all fields that are not named. */
  restOfForm?: FormField;
  /** For requests: handlers receive the bytes as a stream. */
  stream?: true;
  /** For responses: an empty body means undefined. */
  empty?: true;
  /** The media type of which it is the same value in JSON; those who send it are answered in JSON too. */
  twinOf?: string;
  codec?: Codec | undefined;
  /** For JSON that holds bigints. */
  bigints?: Bigints;
  validate?: Validate;
  /** For request bodies that are plain lists: parts of them can be validated one after the other. */
  list?: { maxItems?: number };
  /** For JSON request bodies whose members have defined names: the name of the shape. */
  shape?: string;
  /** For JSON request bodies: other forms that are accepted. */
  leniency?: Leniency;
  /** Creates the value of an error document with this content. */
  document?: MakeErrorDocument | undefined;
}

export interface ResponseTable {
  /** `default` includes every status that is not listed. */
  status: number | 'default';
  /** Empty if the response has no body. */
  contents: readonly ContentTable[];
  /** Documented headers. */
  headers?: Readonly<Record<string, HeaderTable>>;
}

/** Converts between XML documents and values; an `XmlCodec` of `@mailwright/xml-codec`. */
export interface Codec {
  decode(xml: string | Uint8Array, options?: DecodeOptions): unknown;
  /** Decodes a list in parts, so that each step is bounded work. */
  decodeParts?(xml: string | Uint8Array, options?: DecodeOptions): Iterable<unknown>;
  encode(value: unknown): string;
  /** Encodes to UTF-8 without an intermediate string; `encode` is used if absent. */
  encodeBytes?(value: unknown): Uint8Array;
}

/** A compiled JSON Schema; if it returns false, `errors` contains the errors. */
export interface Validate {
  (value: unknown): boolean;
  errors?: SchemaFault[] | null;
}

export interface SchemaFault {
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
  /** The name of a member, if that is at fault. */
  propertyName?: string;
}
