import type { HeaderType } from '@mailwright/xml-codec';
import type { BigintPlace } from '@mailwright/xml-codec/json';
import type { METHODS, OTHER_METHODS } from './methods.ts';

/**
 * The model that every emitter reads: an OpenAPI description with all references of operations resolved,
 * parameters classified, bodies and responses bound to named schemas. It knows no operation by name.
 */
export interface ApiModel {
  title: string;
  version: string;
  /** SHA-256 of the bundled description, first 12 hex digits; stands in the header of every generated file. */
  hash: string;
  /** The bundled description as OpenAPI 3.1, inline body schemas moved to `components.schemas`. */
  document: OpenApiDocument;
  operations: Operation[];
  /** Named schemas of `components.schemas`, in document order. */
  schemas: Map<string, JsonSchema>;
  /** Security schemes that operations ask for. */
  securitySchemes: Map<string, SecurityScheme>;
  /** Positions of bigints and times in schemas, by their names. */
  bigints: ReadonlyMap<string, BigintPlace>;
  /** Security of operations that declare none. */
  security: SecurityRequirement[];
  /** `x-errors`: classes of errors that the client has for answers of its own meaning. */
  errors: ErrorClass[];
  /** `x-max-body` of the description: largest request body in bytes. */
  maxBody: number;
  /** `x-max-bodies` of the description: bytes of all request bodies under way, of all clients and of one. */
  maxBodies?: { all: number; client: number } | undefined;
  /** `x-json`: the media type in which every body that is XML can be JSON. */
  json: string | undefined;
  /** `x-media-type-aliases`: other names of media types; `*` stands for letters and digits. */
  mediaTypeAliases?: Record<string, string[]> | undefined;
  /** `x-headers`: names of headers that every answer may have. */
  headers: ServiceHeaders;
}

export interface ServiceHeaders {
  /** With an id of the request; the one that the client sent, when it did. */
  requestId?: string;
  /** With what was not known of the request and ignored. */
  ignoredInput?: string;
}

/** `x-paging` of an operation, over that of the whole description. */
export interface Paging {
  /** Path of the items in the document. */
  items?: string;
  /** Query parameters for the page size and the page index, which starts at 1. */
  size: string;
  index: string;
  /** Headers with the total number of items and the number of pages. */
  total: string;
  pages: string;
}

/** Part of a description, as it was parsed. */
// biome-ignore lint/suspicious/noExplicitAny: descriptions are checked where they are read, not by types
export type Json = any;
export type OpenApiDocument = Record<string, Json>;
export type JsonSchema = Record<string, Json>;
export type Method = Uppercase<(typeof METHODS)[number] | (typeof OTHER_METHODS)[number]>;

/** Scopes by the names of schemes, all of which are asked for. */
export type SecurityRequirement = Record<string, string[]>;

export interface SecurityScheme {
  type: 'apiKey' | 'http' | 'oauth2' | 'openIdConnect' | 'mutualTLS' | 'undescribed';
  description: string;
  in?: 'header' | 'query' | 'cookie';
  name?: string;
  /** In lower case. */
  scheme?: string;
  /** `x-api-key`: the user name of Basic, or the token of Bearer, is a key of so many characters. */
  key?: { minLength: number; maxLength: number };
  /** `x-challenge`: `WWW-Authenticate` of a 401, in place of the usual one; empty for none. */
  challenge?: string;
}

/** An entry of `x-errors`: a status, and what else must be so. */
export interface ErrorClass {
  name: string;
  status: number;
  description?: string;
  /** A pattern of the message, in any case. */
  message?: string;
  /** Or the address begins with `http:`. */
  plainHttp?: boolean;
  /** And the operation has `x-sealed`. */
  sealed?: boolean;
}

export interface Operation {
  id: string;
  /** Name inside its group of the client: `x-client-name`, else the operationId. */
  clientName: string;
  /** First tag in camelCase, `default` when there is none. */
  group: string;
  groupTitle: string;
  method: Method;
  /** Conditions that distinguish its requests from those of operations with the same route (see `withServableRoutes`). */
  conditions?: Condition[];
  /** Parameters of other operations with the same method and path; a request with one of them does not match. */
  excludes?: Pick<Condition, 'in' | 'name'>[];
  /** The stub leaves the operation out, for nothing in its requests tells them from those of another one. Clients have it. */
  unserved?: true;
  /** Path template as in the description, `/mailings/{mailingid}/name`, without a query and a fragment. */
  path: string;
  /** Addresses of its own, in place of those of the whole service. */
  servers?: string[];
  /** The path in the description, where a query or a fragment makes it another one. */
  key?: string;
  /**
   * `x-aliases`: other forms under which clients call the operation. With `contains`, its last path parameter must contain
   * this text; otherwise the path means nothing.
   */
  aliases: { method: Method; path: string; contains?: string }[];
  summary: string;
  description: string;
  /** `x-accept-aliases`: media types that clients send in Accept and that mean the default answer. */
  acceptAliases: string[];
  /** `x-right`: right of the key; by default the lower-cased method. */
  right: string;
  /** `x-privilege`: right that is needed beside `right`. */
  privilege?: string;
  /** `x-retry`; by default `safe` for GET and HEAD, `idempotent` for PUT and DELETE, else `never`. */
  retry: 'safe' | 'idempotent' | 'never';
  /** `x-timeout`, seconds; 30 by default. */
  timeout: number;
  /** The response is one page of a list. */
  paging?: Paging;
  /** `x-sealed`: name of the path parameter with what must not be sealed. */
  sealed?: string;
  /** `x-confirm`: its effect cannot be taken back, so assistants need a person's confirmation. */
  confirm?: true;
  /** `x-long-running`: the work takes longer than a database transaction should. */
  longRunning: boolean;
  /** A response to a success contains something that its schema declares as `x-secret`. */
  secret?: true;
  /** The operation requires authentication (`security` of operation or root is not empty). */
  secured: boolean;
  /** One of these is to be fulfilled; absent when there are none. */
  security?: SecurityRequirement[];
  deprecated: boolean;
  /** `x-deprecated-since` of a deprecated operation: a day, `2027-01-31`. */
  deprecatedSince?: string;
  /** `x-sunset`: the day from which a deprecated operation may be gone. */
  sunset?: string;
  parameters: Parameter[];
  /** Members of objects of the query, which clients may also give as parameters of their own. */
  flat?: FlatParameter[];
  /** Query parameters with one value and no name in code: a path parameter has it. */
  constants?: Required<Pick<Condition, 'name' | 'value'>>[];
  /** Request bodies, one for each media type, in document order; the first is the default. */
  bodies: Content[];
  bodyRequired: boolean;
  responses: Response[];
}

/** A query or header parameter that must be present, with this `value` if given. */
export interface Condition {
  in: 'query' | 'header';
  name: string;
  value?: string;
  /** Value that an empty value stands for. */
  empty?: true;
}

export interface Parameter {
  name: string;
  /** Name in the request, where the one in code is another: a path parameter has it too. */
  wire?: string;
  /** `x-greedy`: a path parameter that takes slashes. */
  greedy?: true;
  /** `allowEmptyValue`: what an empty value stands for. */
  empty?: unknown;
  in: 'path' | 'query' | 'header' | 'cookie';
  /** Serialization of the values; absent for plain texts. */
  form?: ParameterForm;
  required: boolean;
  description: string;
  /** Schema with references resolved (of the item, for an array). */
  scalar: 'string' | 'integer' | 'bigint' | 'number' | 'boolean';
  array: boolean;
  /** Query arrays: `true` repeats the name, `false` joins with commas. */
  explode: boolean;
  default?: unknown;
  /** `x-aliases`: other names that clients send; in those of a query, `*` stands for letters and digits. */
  aliases: string[];
  /** `x-fraction: dropped`: a number with a fraction is the whole number below it. */
  dropsFraction?: true;
  /** `x-ignore-case`: enumeration values are matched in any case and handed on in their declared form. */
  ignoreCase: boolean;
  /** `x-explicit`: its only value is a confirmation, which callers give themselves. */
  explicit?: true;
  /** The whole schema of the parameter, references resolved. */
  schema: JsonSchema;
}

/** A member of an object of the query as a parameter, and the name of the object, which is none without those that are needed. */
export type FlatParameter = Parameter & { of: string; needed?: true };

/** Serialization of parameters whose values are not plain texts. */
export interface ParameterForm {
  /** `json` for a parameter that a JSON media type describes. */
  style: 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json';
  explode?: true;
  /** Types of the members of an object, and of those without a name. */
  object?: { members: Record<string, Parameter['scalar']>; rest?: Parameter['scalar'] };
  /** The value of a deepObject, or of an object in style form whose members have names of their own in the query. */
  deep?: DeepValue;
  /** Names of the lists in a deepObject whose items repeat the name, `page[tags]=a`, instead of `page[tags][]=a`. */
  repeated?: string[];
  /** Defaults of the members of such an object. */
  defaults?: Record<string, unknown>;
  /** The value is a scalar or a list of these, which the style writes each in its own way. */
  mixed?: DeepValue;
  /** Or it is an object or holds some, and is sent as JSON. */
  json?: true;
}

/** A value by names in brackets, `page[size][min]=1`; `any` is whatever is sent, `json` a document of JSON. */
export type DeepValue =
  | Parameter['scalar']
  | 'any'
  | 'json'
  | { list: DeepValue }
  | { members: Record<string, DeepValue>; rest?: DeepValue }
  | { either: DeepValue[] };

export interface Content {
  /** Media type as in the description, with the parameters that tell it apart from others. May be a range such as any/any for request bodies. */
  mediaType: string;
  kind: 'xml' | 'json' | 'text' | 'form' | 'sequence' | 'binary';
  /** Serialization of the items of a sequence; `schema` describes one item. */
  sequence?: Sequence;
  /** The fields of a form. */
  form?: Form;
  /** Any text is right, although the media type is that of XML documents. */
  raw?: true;
  /** Name in `schemas`; absent for `text` and `binary`. */
  schema?: string;
  /** Name in `schemas` of what restricts a text, if it has rules or a name. */
  textSchema?: string;
  /** `x-stream`: bytes that handlers get as they come. */
  stream?: true;
  /** JSON that holds bigints or times. */
  bigints?: true;
  /** `x-twin-of`: the media type of which this is the same value in JSON, for those who ask for it. */
  twinOf?: string;
  /** XML of a success in which nothing is required: services send nothing where they have nothing to say. */
  empty?: true;
}

/** JSON in lines or behind record separators, or server-sent events. */
export interface Sequence {
  form: 'lines' | 'records' | 'events';
  /** The data of events is JSON: of all, or of those with these names. */
  json?: true | string[];
}

/** The fields of a form by name, and those that it does not name. */
export interface Form {
  fields: Record<string, FormField>;
  rest?: FormField;
}

/** Serialization of a form field. */
export interface FormField {
  /** Absent for a text. */
  scalar?: 'integer' | 'bigint' | 'number' | 'boolean';
  array?: true;
  /** An item of the list may also stand alone. */
  single?: true;
  json?: true;
  file?: true;
  /** Media types that a file can have. */
  types?: string[];
  /** Between the items of a list, or the names and values of an object, in one field. */
  separator?: ',' | ' ' | '|';
  /** Media type of its part. */
  type?: string;
  /** An object in fields of its members, `color[R]` or `R`, or in one, `color=R,100`. */
  object?: 'deep' | 'spread' | 'pairs';
  members?: Record<string, FormField>;
  /** Values of several kinds, of which a file is one if `file` is set. */
  mixed?: DeepValue;
  /** The value has names in brackets, and is no object of which all members have names and plain values. */
  deep?: DeepValue;
  /** Headers of its part; the value is `{ value, headers }`. */
  headers?: Record<string, PartHeader>;
}

/** A header of a part of a form. */
export interface PartHeader extends Pick<FormField, 'scalar' | 'array'> {
  required?: true;
  schema: JsonSchema;
}

export interface Response {
  status: number | 'default';
  /** Stands for all successes that are not listed (`2XX`). */
  range?: true;
  /** Class of the description that stands for the status, such as `4XX`. */
  class?: string;
  description: string;
  /** Empty when the response has no body. */
  contents: Content[];
  headers: Header[];
}

/** A documented header of a response. */
export interface Header {
  name: string;
  required: boolean;
  description: string;
  /** Type of the value, or of the items of a list. */
  type: HeaderType;
  list: boolean;
  /** Times are instants of Temporal, not Dates. */
  instant: boolean;
  /** Schema of the value, or of the item of a list; references are resolved. */
  schema: JsonSchema;
}
