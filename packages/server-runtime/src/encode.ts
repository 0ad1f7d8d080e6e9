import { toJson, writeBigints } from '@mailwright/xml-codec/json';
import type { Accepted } from './accept.ts';
import type { ContentTable } from './api.ts';
import type { RawResponse } from './raw.ts';
import { writeSequence } from './sequences.ts';
import { isStream } from './streams.ts';

/** The body for a value. */
export function encode(content: ContentTable, value: unknown, isChecked: boolean): NonNullable<RawResponse['body']> {
  const { kind, codec, mediaType, bigints } = content;
  if (kind === 'sequence') return writeSequence(content, value, isChecked);
  if (kind === 'xml' && codec) return codec.encodeBytes?.(value) ?? codec.encode(value);
  if (kind === 'json') return bigints ? writeBigints(value) : toJson(value);
  if (typeof value === 'string' || value instanceof Uint8Array || isStream(value)) return value;
  throw new Error(`a response of type ${mediaType} must be text, bytes or a stream of bytes but was ${typeof value}`);
}

/**
 * XML and JSON types are sent without a charset and under the name that the request has for them, because some clients
 * compare them as a whole.
 */
export function contentType({ kind, mediaType }: ContentTable, accepted?: Accepted): string {
  if (accepted?.name !== undefined && accepted.mediaType === mediaType && kind !== 'text') return accepted.name;
  if (mediaType.includes('*')) return 'application/octet-stream';
  return kind === 'text' ? `${mediaType.replace(/;charset=[^;]*/i, '')}; charset=utf-8` : mediaType;
}
