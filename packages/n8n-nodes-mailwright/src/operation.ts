/** An operation as the node shows and sends it. The tables of them are generated from the description. */
export interface NodeOperation {
  /** Unique among the operations of its resource. */
  name: string;
  title: string;
  /** What it does, in a few words: the summary. */
  action: string;
  method: string;
  /** With parameters in braces, `/contacts/{contactId}`. */
  path: string;
  fields: readonly NodeField[];
  /** Media type of the body; absent if it has none. */
  bodyType?: string;
}

export interface NodeResource {
  /** The tag of the description, in kebab case. */
  name: string;
  title: string;
  operations: readonly NodeOperation[];
}

/** A value that a person gives: a parameter, a property of the body, or the whole body. */
export interface NodeField {
  /** Unique among the fields of its operation. */
  name: string;
  title: string;
  /** `document` is a whole body. */
  in: 'path' | 'query' | 'header' | 'body' | 'document';
  /** Name in the request. */
  wire: string;
  kind: 'text' | 'texts' | 'number' | 'boolean' | 'choice' | 'choices' | 'json';
  required: boolean;
  description: string;
  /** Values of `choice` and `choices`. */
  values?: readonly (string | number)[];
  /** What the service takes if it is not sent. */
  default?: string | number | boolean;
  /** A list in the query is one value with commas. */
  joined?: true;
}
