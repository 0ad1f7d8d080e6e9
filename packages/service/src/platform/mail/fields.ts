/** Returns the fields of a header (RFC 5322, section 2.2) without their line ends; folded lines stay folded. */
export const splitFields = (head: string): string[] => head.split(/\r\n(?![ \t])/).filter((field) => field !== '');

/** Returns the name of a field in lower case. */
export const nameOf = (field: string): string => field.slice(0, field.indexOf(':')).trimEnd().toLowerCase();

/** Returns the value of a field on one line. */
export const unfoldedValue = (field: string): string =>
  field
    .slice(field.indexOf(':') + 1)
    .replaceAll('\r\n', '')
    .trim();
