import type { ParameterTable } from './api.ts';
import { isLegalText, show } from './text.ts';

export type Scalar = string | number | bigint | boolean;

/** A fault of a value; the text follows the name of the parameter in messages. */
export class ScalarFault {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

export type ReadScalar = (text: string) => Scalar | ScalarFault;

const booleans = new Map<string, boolean>([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
]);

function readInteger(text: string): Scalar | ScalarFault {
  if (!/^-?\d+$/.test(text)) return new ScalarFault(`must be an integer but was ${show(text)}`);
  const value = Number(text);
  if (Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const limit = Number.MAX_SAFE_INTEGER;
  return new ScalarFault(`must be an integer between -${limit} and ${limit} but was ${show(text)}`);
}

/** 40 digits, so that no text takes long. */
function readBigint(text: string): Scalar | ScalarFault {
  return /^-?\d{1,40}$/.test(text) ? BigInt(text) : new ScalarFault(`must be an integer but was ${show(text)}`);
}

function readNumber(text: string): Scalar | ScalarFault {
  const value = Number(text);
  if (/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) && Number.isFinite(value)) return value;
  return new ScalarFault(`must be a number but was ${show(text)}`);
}

const readFloat: ReadScalar = (text) => (/^(NaN|-?Infinity)$/.test(text) ? Number(text) : readNumber(text));

function readBoolean(text: string): Scalar | ScalarFault {
  return booleans.get(text.toLowerCase()) ?? new ScalarFault(`must be true or false but was ${show(text)}`);
}

function readString(text: string): Scalar | ScalarFault {
  return isLegalText(text) ? text : new ScalarFault('must not contain control characters');
}

/** Programs that count milliseconds in floating-point numbers send `1700000000000.5`. */
const readWhole: ReadScalar = (text) => readInteger(text.replace(/^(-?\d+)\.\d+$/, '$1'));

/** Converts the text of a parameter to its value. */
export function scalarReader({ scalar, words, ignoreCase, dropsFraction }: ParameterTable): ReadScalar {
  if (scalar === 'integer') return dropsFraction ? readWhole : readInteger;
  if (scalar === 'bigint') return readBigint;
  if (scalar === 'number') return words ? readFloat : readNumber;
  if (scalar === 'boolean') return readBoolean;
  if (!ignoreCase) return readString;
  const exact = new Set(ignoreCase);
  const forms = new Map(ignoreCase.map((form) => [form.toLowerCase(), form]));
  return (text) => (exact.has(text) ? text : (forms.get(text.toLowerCase()) ?? readString(text)));
}
