import { type DecodeOptions, XmlError } from '@mailwright/xml-codec';
import type { Codec, ContentTable, SchemaFault } from './api.ts';
import { ApiError, badRequest } from './api-error.ts';
import { parseJson } from './json.ts';
import { inDescribedForm } from './leniency.ts';
import { actualFaults, describeFault } from './schema-fault.ts';
import { decodeUtf8, isLegalText } from './text.ts';

/** Reports the unknown members of a value with a shape of this name; `first` is the index of the first item of a part. */
export type FindMembers = (value: unknown, shape: string, first?: number) => void;

export interface ValueReading {
  xml?: DecodeOptions | undefined;
  members?: FindMembers | undefined;
}

/** Decodes and validates a body. @throws ApiError 400 */
export function readValue(content: ContentTable, bytes: Uint8Array, { xml, members }: ValueReading): unknown {
  const value = decodeBody(content, bytes, xml);
  validateValue(content, value);
  if (content.shape !== undefined) members?.(value, content.shape);
  return value;
}

/** A value of JSON, without the other forms that the description accepts. */
export const describedForm = ({ leniency }: ContentTable, value: unknown): unknown =>
  leniency ? inDescribedForm(value, leniency) : value;

/** @throws ApiError 400 */
export function validateValue({ validate, root = 'body' }: ContentTable, value: unknown): void {
  if (validate && !validate(value)) throw badRequest(describeBody(validate.errors ?? [], value, root));
}

/** @throws ApiError 400 */
export function decodeBody(content: ContentTable, bytes: Uint8Array, xml?: DecodeOptions): unknown {
  const { kind, codec } = content;
  if (kind === 'binary') return bytes;
  if (kind === 'xml' && codec) return decodeXml(codec, bytes, xml);
  const text = decodeText(bytes);
  if (kind === 'json') return describedForm(content, parseJson(text, content.bigints));
  if (text.includes('\0')) throw badRequest('body must not contain NUL characters');
  if (!isLegalText(text)) throw badRequest('body must not contain control characters or lone surrogates');
  return text;
}

/** @throws ApiError 400 */
export function decodeText(bytes: Uint8Array): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw badRequest('body must be UTF-8 text');
  return text;
}

function decodeXml(codec: Codec, bytes: Uint8Array, xml: DecodeOptions | undefined): unknown {
  try {
    return codec.decode(bytes, xml);
  } catch (error) {
    throw toRefusal(error);
  }
}

/** The 400 for a document that cannot be read; other errors as they are. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof XmlError)) return error;
  const { line, column, path, reason, message } = error;
  return new ApiError(400, message, { validationErrors: [{ line, column, message: `${path}: ${reason}` }] });
}

/** Describes the error deepest in the document: of several alternatives, the one that matched furthest is most useful. */
export function describeBody(faults: SchemaFault[], value: unknown, root: string): string {
  const deepest = actualFaults(faults).reduce((a, b) => (depth(b.instancePath) > depth(a.instancePath) ? b : a));
  return describeFault(deepest, value, root);
}

const depth = (pointer: string): number => pointer.split('/').length;
