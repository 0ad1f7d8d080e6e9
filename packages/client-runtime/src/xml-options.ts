/** Options of `decode` of a codec (`DecodeOptions` of `@mailwright/xml-codec`). */
export interface XmlOptions {
  /** Limits of nesting depth, number of elements, attributes per element, and characters per text. */
  depth?: number;
  nodes?: number;
  attributes?: number;
  text?: number;
  /** `ignore`: compares only local names, for services whose documents use no namespace or another one than described. */
  namespaces?: 'ignore';
  /** Name of the encoding, or `declared` for the one declared in the document; UTF-8 by default. */
  encoding?: string;
  /** Called with the name and path of each unknown element in a response. */
  onUnknown?: (element: { name: string; path: string }) => void;
}
