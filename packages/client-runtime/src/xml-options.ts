/** How XML is read: the options of `decode` of a codec (`DecodeOptions` of `@mailwright/xml-codec`). */
export interface XmlOptions {
  /** Most elements inside each other, elements in all, attributes of an element, and characters of a text. */
  depth?: number;
  nodes?: number;
  attributes?: number;
  text?: number;
  /** `ignore`: a name alone counts, for services whose documents have no namespace or another one than described. */
  namespaces?: 'ignore';
  /** Encoding by name, or `declared`: what the document says; UTF-8 by default. */
  encoding?: string;
  /** Told of each element of an answer that the description does not have, by its name and path. */
  onUnknown?: (element: { name: string; path: string }) => void;
}
