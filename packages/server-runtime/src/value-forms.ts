/** What a text of a parameter or field stands for. */
export type ScalarType = 'string' | 'integer' | 'bigint' | 'number' | 'boolean';

/** How the values of a parameter are written, if they are not plain texts (OpenAPI 3.1, "Style Values"). */
export interface ParameterForm {
  /** `json` for a parameter that is described by a JSON media type. */
  style: 'simple' | 'label' | 'matrix' | 'form' | 'spaceDelimited' | 'pipeDelimited' | 'json';
  explode?: true;
  /** The value is an object: types of its members, and of those that are not named. */
  object?: { members: Readonly<Record<string, ScalarType>>; rest?: ScalarType };
}

/** Fields of a form that are not single texts. */
export type FormFields = Readonly<Record<string, FormField>>;

export interface FormField {
  scalar?: Exclude<ScalarType, 'string'>;
  array?: true;
  /** The value of each field is a JSON document. */
  json?: true;
  /** A `Blob`; a `File` if the client gives its name. */
  file?: true;
  /** The items of a list are in one field, with this between them. */
  separator?: string;
}
