import { toJson, writeBigints } from '@mailwright/xml-codec/json';
import { linesOf, type TextEvent, writeEvent } from '@mailwright/xml-codec/sequences';
import type { ContentTable } from './api.ts';
import { ApiError, badRequest } from './api-error.ts';
import { describeBody, validateValue } from './body-value.ts';
import { parseJson } from './json.ts';
import { ofBody } from './streams.ts';
import { tooLarge } from './too-large.ts';

/** The items of a request body, each decoded and validated when the handler takes it. The iterator throws an ApiError. */
export async function* readSequence(
  content: ContentTable,
  bytes: AsyncIterable<Uint8Array>,
  limit: number,
): AsyncGenerator<unknown> {
  const ends = content.sequence === 'records' ? 'rs' : 'lf';
  let index = 0;
  for await (const line of textOf(linesOf(bytes, { ends, limit, tooLong: () => tooLarge(limit) })))
    if (line.trim() !== '') yield itemOf({ ...content, root: `body[${index++}]` }, line);
}

function itemOf(content: ContentTable, line: string): unknown {
  try {
    const value = parseJson(line, content.bigints);
    validateValue(content, value);
    return value;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message } = error;
    throw ofBody(
      badRequest(message.startsWith('body ') ? `${content.root}${message.slice(4)}` : `${content.root}: ${message}`),
    );
  }
}

async function* textOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* lines;
  } catch (error) {
    throw ofBody(error instanceof TypeError ? badRequest('body must be UTF-8 text') : error);
  }
}

/** The bytes of a response, one chunk for each item, made when the connection takes it. @throws Error for what is no list */
export function writeSequence(content: ContentTable, items: unknown, isChecked: boolean): AsyncIterable<Uint8Array> {
  if (typeof items !== 'object' || items === null || !(Symbol.asyncIterator in items || Symbol.iterator in items))
    throw new Error(`a response of type ${content.mediaType} must be an iterable of its items but was ${typeof items}`);
  return written(content, items as Iterable<unknown> | AsyncIterable<unknown>, isChecked);
}

async function* written(
  content: ContentTable,
  items: Iterable<unknown> | AsyncIterable<unknown>,
  isChecked: boolean,
): AsyncGenerator<Uint8Array> {
  const { sequence, bigints, validate, dataIsJson } = content;
  const json = (value: unknown) => (bigints ? writeBigints(value) : toJson(value));
  const encoder = new TextEncoder();
  let index = 0;
  for await (const item of items) {
    if (isChecked && validate && !validate(item)) {
      const fault = describeBody(validate.errors ?? [], item, `items[${index}]`);
      throw new Error(`the description does not allow this item: ${fault}`);
    }
    index++;
    if (sequence === 'events') {
      const event = item as Omit<TextEvent, 'data'> & { data: unknown };
      const isJson = Array.isArray(dataIsJson) ? dataIsJson.includes(event.event ?? 'message') : dataIsJson;
      yield encoder.encode(writeEvent({ ...event, data: isJson ? json(event.data) : String(event.data) }));
    } else yield encoder.encode(`${sequence === 'records' ? '\x1e' : ''}${json(item)}\n`);
  }
}
