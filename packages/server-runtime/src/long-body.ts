import type { ContentTable } from './api.ts';
import { badRequest } from './api-error.ts';
import type { BodyUnderWay } from './bodies-under-way.ts';
import {
  decodeBody,
  decodeText,
  describeBody,
  describedForm,
  readValue,
  toRefusal,
  type ValueReading,
  validateValue,
} from './body-value.ts';
import { parseItems, parseJson } from './json.ts';
import { scanJson } from './json-scan.ts';
import { movePointer } from './schema-fault.ts';
import type { Parts } from './turns.ts';

/** Bytes from which a body is read in parts. */
export const longBody = 65_536;

/** Memory of the value of an XML document, as a multiple of its length. */
const xmlExpansion = 8;

/** Elements in a document, or in each item of a list: what is between two points where reading can pause. */
const maxNodes = 65_536;

export interface LongReading extends ValueReading {
  underWay: BodyUnderWay;
}

/**
 * Decodes and validates a long body in parts, in turns with those of other clients. A list that is too long is refused before its
 * items are validated.
 * @throws ApiError 400, 503
 */
export async function readLongBody(content: ContentTable, bytes: Uint8Array, reading: LongReading): Promise<unknown> {
  const { run, expand } = reading.underWay;
  const { kind, codec, list } = content;
  if (kind === 'json') {
    const text = decodeText(bytes);
    const { parts, items, memory } = await run(scanJson(text));
    if (list && parts) checkLength(content, { length: items });
    await expand(memory);
    return run(
      list && parts
        ? readList(content, parseItems(text, parts), reading)
        : readWhole(content, () => describedForm(content, parseJson(text, content.bigints)), reading),
    );
  }
  if (kind === 'binary') return readValue(content, bytes, reading);
  if (kind !== 'xml' || !codec) return run(readWhole(content, () => decodeBody(content, bytes), reading));
  await expand(xmlExpansion * bytes.length);
  const xml = { nodes: maxNodes, ...reading.xml };
  const read =
    list && codec.decodeParts
      ? readList(content, codec.decodeParts(bytes, xml), reading)
      : readWhole(content, () => codec.decode(bytes, xml), reading);
  return run(read).catch((error) => {
    throw toRefusal(error);
  });
}

/** Reads a value that cannot be divided, but is bounded by the number of its parts. */
function* readWhole(content: ContentTable, decode: () => unknown, { members }: ValueReading): Parts<unknown> {
  const value = decode();
  yield;
  validateValue(content, value);
  yield;
  if (content.shape !== undefined) members?.(value, content.shape);
  return value;
}

function* readList(content: ContentTable, parts: Iterable<unknown>, { members }: ValueReading): Parts<unknown[]> {
  const { validate, root = 'body', shape } = content;
  const all: unknown[] = [];
  for (const part of parts) {
    const items = describedForm(content, part) as unknown[];
    const first = all.length;
    for (let i = 0; i < items.length; i++) all.push(items[i]);
    checkLength(content, all);
    if (validate && !validate(items)) {
      const faults = (validate.errors ?? []).map((fault) => ({
        ...fault,
        instancePath: movePointer(fault.instancePath, first),
      }));
      throw badRequest(describeBody(faults, all, root));
    }
    if (shape !== undefined) members?.(items, shape, first);
    yield;
  }
  return all;
}

/** @throws ApiError 400 */
function checkLength({ list, root = 'body' }: ContentTable, value: { length: number }): void {
  const limit = list?.maxItems ?? Number.POSITIVE_INFINITY;
  if (value.length <= limit) return;
  const fault = { instancePath: '', keyword: 'maxItems', params: { limit } };
  throw badRequest(describeBody([fault], value, root));
}
