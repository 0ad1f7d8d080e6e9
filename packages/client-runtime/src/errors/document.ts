/**
 * The message in an error document of any form, such as `Message` of a fault, or `detail` or `title` of RFC 9457. A document
 * that is a text is the message itself, unless it is a page.
 */
export const messageOf = (document: unknown): string | undefined =>
  typeof document === 'string' ? /^\s*([^<\s].{0,999})/s.exec(document)?.[1]?.trimEnd() : find(document, MESSAGES);

/** The code for programs in an error document of any form. */
export const codeOf = (document: unknown): string | undefined => find(document, CODES);

/** The id of the request in an error document of any form. */
export const idOf = (document: unknown): string | undefined => find(document, IDS);

/** Names that descriptions give to members, the likeliest first. */
const MESSAGES = [
  /^(error_?)?(message|msg|text)$/i,
  /^(details?|(error_?)?description|reason|faultstring)$/i,
  /^(title|error)$/i,
];
const CODES = [/^(error_?|fault_?)?code$/i, /^(type|error)$/i];
const IDS = [/^(request|trace|correlation)[-_]?id$/i];

/** A text in the document, or in a member that holds the error, or in the first of a list of errors. */
function find(document: unknown, names: readonly RegExp[]): string | undefined {
  const members = typeof document === 'object' ? Object.entries(document ?? {}) : [];
  for (const name of names)
    for (const [key, value] of members)
      if (value && name.test(key) && (names === MESSAGES ? typeof value === 'string' : typeof value !== 'object'))
        return `${value}`;
  for (const [key, value] of members) {
    const found = /err|fault|status|^0$/i.test(key) && find(value, names);
    if (found) return found;
  }
  return undefined;
}
