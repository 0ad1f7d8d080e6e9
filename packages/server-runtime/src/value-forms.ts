/** Type of the value that the text of a parameter or field represents. */
export type ScalarType = 'string' | 'integer' | 'bigint' | 'number' | 'boolean';

/** Serialization of a parameter whose values are not plain texts (OpenAPI 3.1, "Style Values"). */
export interface ParameterForm {
  /** `json` for a parameter that is described by a JSON media type. */
  style: 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json';
  explode?: true;
  /** The value is an object: types of its members, and of those that are not named. */
  object?: { members: Readonly<Record<string, ScalarType>>; rest?: ScalarType };
  /** The value of a deepObject, or of an object in style form whose members have names of their own in the query. */
  deep?: DeepValue;
  /** Defaults of the members of such an object. */
  defaults?: Readonly<Record<string, unknown>>;
  /** The value is a scalar or a list of these, which the style writes each in its own way. */
  mixed?: DeepValue;
  /** Or it is an object or holds some, and is sent as JSON. */
  json?: true;
}

/** A value by names in brackets, `page[size][min]=1`; `any` is whatever is sent, `json` a document of JSON. */
export type DeepValue =
  | ScalarType
  | 'any'
  | 'json'
  | { list: DeepValue }
  | { members: Readonly<Record<string, DeepValue>>; rest?: DeepValue }
  | { either: readonly DeepValue[] };

/** Fields of a form that are not single texts. */
export type FormFields = Readonly<Record<string, FormField>>;

export interface FormField {
  scalar?: Exclude<ScalarType, 'string'>;
  array?: true;
  /** An item of the list may also stand alone. */
  single?: true;
  /** The value of each field is a JSON document. */
  json?: true;
  /** A `Blob`; a `File` if the client gives its name. */
  file?: true;
  /** Media types that the file can have, such as `image/*`. */
  types?: readonly string[];
  /** The items of a list, or the names and values of an object, are in one field, with this between them. */
  separator?: string;
  /** An object in fields of its members, `color[R]` or `R`, or in one, `color=R,100`. */
  object?: 'deep' | 'spread' | 'pairs';
  members?: FormFields;
  /** Values of several kinds, of which a file is one if `file` is set. */
  mixed?: DeepValue;
  /** The value comes in several fields with brackets in their names, such as `tags[]`, and `object` does not describe it. */
  deep?: DeepValue;
  /** Headers of its part; the value is `{ value, headers }`. */
  headers?: Readonly<Record<string, Pick<FormField, 'scalar' | 'array'>>>;
}
