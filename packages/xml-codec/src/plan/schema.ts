/** The part of a JSON Schema (OpenAPI 3.0 or 3.1) that says something about structure. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  nullable?: boolean;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string>; defaultMapping?: string };
  readOnly?: boolean;
  writeOnly?: boolean;
  xml?: Xml;
  'x-xml-text'?: boolean;
  'x-xml-aliases'?: string[];
  'x-xml-map'?: boolean | XmlMap;
  'x-xml-raw'?: boolean;
  'x-number-words'?: boolean | 'xsd';
  'x-timestamp'?: 'date-time' | 'http-date' | 'epoch-seconds';
  'x-value'?: 'bigint' | 'Date' | 'Temporal.Instant' | 'Uint8Array' | 'string';
  [keyword: string]: unknown;
}

/** XML Object of OpenAPI 3.0/3.1, and `nodeType` of 3.2. */
export interface Xml {
  name?: string;
  namespace?: string;
  prefix?: string;
  attribute?: boolean;
  wrapped?: boolean;
  nodeType?: string;
}

/** Element names of the entries of a record. */
export interface XmlMap {
  /** Name of the element of an entry; `entry`. */
  entry?: string;
  /** Name of the element of its key; `key`. */
  key?: string;
  /** Name of the element of its value; `value`. */
  value?: string;
  /** The key is an attribute. */
  attribute?: boolean;
  /** The entries stand beside the other children, each called like the record. */
  flat?: boolean;
}

/** A schema and the JSON pointer of its place. */
export interface Place {
  schema: Schema;
  pointer: string;
}

/** Target of a `$ref`. `name` becomes the name of its plan. */
export interface Target extends Place {
  name: string;
}

/** Looks up a reference; throws `UnsupportedSchemaError` when it leads nowhere. */
export type ResolveRef = (ref: string, pointer: string) => Target;

/** A JSON pointer one step further. */
export function at(pointer: string, ...steps: (string | number)[]): string {
  return steps.reduce<string>((p, step) => `${p}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`, pointer);
}
