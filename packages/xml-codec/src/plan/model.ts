/**
 * The plan: what a schema says about XML, read once and written down without ambiguity.
 *
 * The words are those of the OpenAPI 3.2 XML Object (`nodeType`); 3.0 and 3.1 descriptions are read into them.
 * Both codecs, the compiled one and the reference one, know nothing of schemas: they work from plans alone.
 */

/** A named schema. Plans refer to each other by name, so a recursive schema is a plan that refers to itself. */
export interface Plan {
  name: string;
  /** JSON pointer of the schema, for messages. */
  pointer: string;
  root: Element;
  /** The attribute that stands for `null` where this plan is written; both are read everywhere. */
  nil: 'nil' | 'xsi:nil';
  /** Names of the plans this one refers to. */
  refs: string[];
  /** Parts of the schema whose XML form OpenAPI leaves open, and the form that was chosen. */
  notes: { pointer: string; message: string }[];
}

export type PlanSet = ReadonlyMap<string, Plan>;

/** An element: its name, whether it may be nil, and what is inside. */
export interface Element {
  name: QName;
  /** `nil="true"` or `xsi:nil="true"` stands for `null`. */
  nullable: boolean;
  content: Content;
}

/** Elements are recognized by namespace and local name whatever their prefix, which is for writing. */
export interface QName {
  local: string;
  prefix?: string;
  namespace?: string;
  /** `x-xml-aliases`: other local names accepted on reading. */
  aliases: string[];
}

export type Content = Scalar | ObjectContent | ArrayContent | Choice | Roots | Ref;

/**
 * What the text of a scalar stands for. Beside the types of JSON: `float` and `xsdFloat` are numbers that may be NaN or
 * infinite, in the words of JavaScript or of XML Schema; `bigint`; `decimal` is a number kept as text; `date`, `httpDate` and
 * `epoch` are a Date, written as RFC 3339, RFC 9110 and seconds since 1970; `instant`, `httpInstant` and `epochInstant` are the
 * same as a Temporal.Instant; `base64` is a Uint8Array; `raw` is XML as text. Of values that
 * the schema leaves open, `any` is a text or an object of any members, `members` such an object, `scalar` a text, number or
 * boolean that is read as its text, `literal` a number or boolean.
 */
export type ScalarType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'float'
  | 'xsdFloat'
  | 'bigint'
  | 'decimal'
  | 'date'
  | 'httpDate'
  | 'epoch'
  | 'instant'
  | 'httpInstant'
  | 'epochInstant'
  | 'base64'
  | 'raw'
  | 'any'
  | 'members'
  | 'scalar'
  | 'literal';

/** Text. Strings are kept to the letter; the others are trimmed and must have the form of their type. */
export interface Scalar {
  kind: 'scalar';
  type: ScalarType;
  /** `x-ignore-case`: words that are read in any case and handed on as they are written here. */
  words?: readonly string[];
}

/** Children and attributes, each known by name. Has either text or child elements, never both. */
export interface ObjectContent {
  kind: 'object';
  properties: Property[];
  /** `additionalProperties`: a dictionary; every element that is no property is an entry named by its key. */
  additional?: Entry;
}

/** A value of a dictionary, or one item of it where the values are flat lists. */
export interface Entry {
  nullable: boolean;
  content: Content;
  isList?: true;
}

/** A wrapped array: the element holds the items and nothing else. */
export interface ArrayContent {
  kind: 'array';
  item: Element;
  /** `x-xml-map`: the items are the entries of a record, objects of `key` and `value`. */
  isMap?: true;
}

/** One of several objects; the value of one property (the discriminator) tells which. */
export interface Choice {
  kind: 'choice';
  /** The discriminator: its key in the value, and where it stands in the document. */
  key: string;
  nodeType: 'element' | 'attribute';
  name: QName;
  /** `namespace` is that of the variant's own schema, by which a prefix in `xsi:type` is understood. */
  variants: { value: string; plan: string; namespace?: string }[];
}

/** One of several documents, told apart by the name of the root element; only a plan itself is one. */
export interface Roots {
  kind: 'roots';
  variants: RootVariant[];
}

/** By what a value is known to be the one of a plan: a list, or an object with these properties and, if `known`, no others. */
export interface RootVariant {
  plan: string;
  isList?: true;
  required?: string[];
  known?: string[];
}

/** The content of another plan (never its root name: the place of use names the element). */
export interface Ref {
  kind: 'ref';
  plan: string;
}

export type Property = ElementProperty | AttributeProperty | TextProperty | FlatProperty;

interface PropertyBase {
  key: string;
  required: boolean;
  /** `null` is written as nothing: of what is no element. A required one that is absent is read as `null`, a list as empty. */
  nullable?: true;
}

export interface ElementProperty extends PropertyBase {
  nodeType: 'element';
  element: Element;
}

export interface AttributeProperty extends PropertyBase {
  nodeType: 'attribute';
  name: QName;
  type: ScalarType;
}

/** The text of the object's own element; `cdata` is read like text and written as a CDATA section. */
export interface TextProperty extends PropertyBase {
  nodeType: 'text' | 'cdata';
  type: ScalarType;
}

/** A flat array: no node of its own, the items are children of the object's element. */
export interface FlatProperty extends PropertyBase {
  nodeType: 'none';
  item: Element;
  /** The entries are those of a record, as in a wrapped array. */
  isMap?: true;
}
