/**
 * Kind of an error in a document or a value.
 *
 * - `malformed`: not well-formed XML
 * - `encoding`: not UTF-8
 * - `forbidden`: has a DTD or defines entities
 * - `limit`: deeper, longer or larger than the limits allow
 * - `root`, `missing`, `duplicate`, `unexpected`: elements that differ from the schema
 * - `type`: text or value that does not match the type of the schema
 * - `unwritable`: value that XML cannot represent
 */
export type XmlErrorCode =
  | 'malformed'
  | 'encoding'
  | 'forbidden'
  | 'limit'
  | 'root'
  | 'missing'
  | 'duplicate'
  | 'unexpected'
  | 'type'
  | 'unwritable';

export interface XmlErrorPlace {
  /** From 1; absent when a value was to be written. */
  line?: number | undefined;
  /** In UTF-16 code units, from 1. */
  column?: number | undefined;
  /** The element, `/mailings/mailing[3]/id`; positions among siblings of one name count from 1, the first is left out. */
  path?: string | undefined;
  /** Description of valid input. */
  expected?: string | undefined;
}

/** A document that cannot be read, or a value that cannot be written. The message is for people. */
export class XmlError extends Error implements XmlErrorPlace {
  declare readonly code: XmlErrorCode;
  /** The message without the place. */
  declare readonly reason: string;
  declare readonly line?: number;
  declare readonly column?: number;
  declare readonly path: string;
  declare readonly expected?: string;

  constructor(code: XmlErrorCode, reason: string, place: XmlErrorPlace = {}) {
    const { path = '/', line, column } = place;
    super(`${path}: ${reason}${line === undefined ? '' : ` (line ${line}, column ${column})`}`);
    Object.assign(this, { name: 'XmlError', code, reason, path }, place);
  }
}

/** Names and values in messages come from the document, and may be as long as it. */
const LONGEST = 300;

/** One sentence for all faults: what should be there, if anything, and what is there, if anything. */
export function reasonOf(expected: string | undefined, found: string | undefined): string {
  const reason =
    found === undefined
      ? `${expected} is required`
      : expected === undefined
        ? `${found} is not allowed here`
        : `must be ${expected}, not ${found}`;
  return reason.slice(0, LONGEST);
}
