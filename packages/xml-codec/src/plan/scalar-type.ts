import type { ScalarType } from './model.ts';
import { at, type Schema } from './schema.ts';
import { unsupported } from './unsupported.ts';

export type JsonType = 'string' | 'integer' | 'number' | 'boolean';

const TIMESTAMPS = {
  'date-time': { Date: 'date', 'Temporal.Instant': 'instant' },
  'http-date': { Date: 'httpDate', 'Temporal.Instant': 'httpInstant' },
  'epoch-seconds': { Date: 'epoch', 'Temporal.Instant': 'epochInstant' },
} as const;

/** Returns the scalar type of a schema with a scalar JSON type. */
export function scalarType(schema: Schema, type: JsonType, pointer: string): ScalarType {
  const { format, 'x-value': value, 'x-timestamp': timestamp = 'date-time', 'x-xml-raw': raw } = schema;
  const isNumber = type === 'integer' || type === 'number';
  if (raw) return type === 'string' ? 'raw' : unsupported(at(pointer, 'x-xml-raw'), 'is for type string');
  switch (value) {
    case undefined:
      return type === 'number' ? floatType(schema) : type;
    case 'Date':
    case 'Temporal.Instant':
      return (
        TIMESTAMPS[timestamp]?.[value] ??
        unsupported(at(pointer, 'x-timestamp'), `must be ${Object.keys(TIMESTAMPS).join(' or ')}`)
      );
    case 'bigint':
      return type === 'integer' ? 'bigint' : unsupported(at(pointer, 'x-value'), 'bigint is for type integer');
    case 'Uint8Array':
      return type === 'string' ? 'base64' : unsupported(at(pointer, 'x-value'), 'Uint8Array is for type string');
    case 'string':
      return isNumber ? 'decimal' : type;
    default:
      return unsupported(at(pointer, 'x-value'), `unknown value ${JSON.stringify(value)} (format ${format})`);
  }
}

/** xsd:float and xsd:double have NaN and the infinities; other numbers only where the description says so. */
function floatType({
  format,
  'x-number-words': words = format === 'float' || format === 'double',
}: Schema): ScalarType {
  if (words === false) return 'number';
  return words === 'xsd' ? 'xsdFloat' : 'float';
}
