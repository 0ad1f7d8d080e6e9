import { eventsOf, linesOf } from '@mailwright/xml-codec/sequences';
import { readAnswer, requestIdOf } from './answer.ts';
import type { BinaryBody, Decode } from './body-codec.ts';
import { send } from './call.ts';
import type { CallOptions } from './call-options.ts';
import type { Connection } from './connection.ts';
import { CallError } from './errors/call-error.ts';
import { DecodeError } from './errors/decode-error.ts';
import { AbortedError, ConnectionError } from './errors/unanswered.ts';
import { unanswered } from './failure.ts';
import { contentFor } from './media-type.ts';
import type { AnswerContent, Input, Operation } from './operation.ts';
import type { Reading } from './reading.ts';
import { type Reconnecting, reconnecting } from './reconnect.ts';
import { type AnyResult, type Call, callOf, type Ok } from './result.ts';

/**
 * Calls an operation with a sequence as its body or success. Items of a success are read when they are taken. An iterator is
 * sent once: such a call is not retried.
 */
export function callSequence<Success extends Ok<number, unknown>, Documented extends number, Document = unknown>(
  connection: Connection,
  operation: Operation,
  input: object,
  options: CallOptions = {},
): Call<Success, Documented, Document> {
  const { signal, maxItem = 16_777_216, reconnects = 0 } = options;
  const reading: Omit<Reading, 'facts'> = { signal, maxItem, isOver: false };
  const streamed = (response: Response) =>
    opened(connection, operation, response, reading) ??
    readAnswer(connection, operation, response, response.url).catch((error) => {
      if (error instanceof CallError) return unanswered(error);
      throw error;
    });
  const { body } = input as Input;
  const isSentOnce = Symbol.asyncIterator in Object(body);
  if (!isSentOnce || body instanceof ReadableStream) {
    const again = (lastId?: string) => {
      const headers = lastId === undefined ? options.headers : { ...options.headers, 'last-event-id': lastId };
      return send(connection, operation, input as Input, { ...options, ...(headers && { headers }) }, { streamed });
    };
    const first = again();
    if (reconnects === 0 || isSentOnce) return callOf(first);
    const more = { reconnects, clock: connection.clock, signal, isOver: () => reading.isOver, again };
    return callOf(first.then((result) => continued(result, more)));
  }
  const items = (body as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  const once = { ...input, body: { [Symbol.asyncIterator]: () => items } };
  const result = send(connection, operation, once, { ...options, retries: 0 }, { streamed });
  // A service can answer before it has read all.
  return callOf(result.finally(() => void items.return?.()));
}

/** A success whose events go on when the connection has ended. */
function continued(result: AnyResult, more: Reconnecting): AnyResult {
  if (!result.ok || !(Symbol.asyncIterator in Object(result.data))) return result;
  return { ...result, data: reconnecting(result.data as AsyncIterable<unknown>, more) };
}

/** Undefined for other media types. */
function opened(
  { service }: Connection,
  { id, responses, headers: read }: Operation,
  response: Response,
  reading: Omit<Reading, 'facts'>,
): Ok<number, unknown> | undefined {
  const { status, headers, body } = response;
  const contents = responses[status] ?? responses.success ?? [];
  const open = contentFor(contents, headers.get('content-type') ?? undefined)?.open;
  if (!open || !body) return undefined;
  const common = { status, headers, requestId: requestIdOf(headers, service) };
  const data = open(body, Object.assign(reading, { facts: { ...common, operationId: id, rawBody: '' } }));
  return { ...common, ok: true, data, error: undefined, response, ...read?.(common) };
}

type Sequence = Pick<AnswerContent, 'decode' | 'open'>;

/** Reads JSON, a value in each line; with `rs`, a value behind each record separator. */
export const lineReader = (decode: Decode, ends: 'lf' | 'rs' = 'lf'): Sequence => ({
  decode: (body) => body,
  open: (body, reading) =>
    guarded(reading, async function* () {
      const { maxItem: limit } = reading;
      const encoder = new TextEncoder();
      for await (const line of linesOf(chunksOf(body), { ends, limit, tooLong: tooLong(limit) }))
        if (line.trim() !== '') yield decode(encoder.encode(line));
    }),
});

/**
 * Reads server-sent events; their data is decoded, or only that of events with one of these names. With `whole`, the
 * decoder is one of events and not of their data. Where data is JSON, events without any say that the connection still stands, and
 * `[DONE]` ends them, as the interfaces of language models have it.
 */
export const eventReader = (decode?: Decode, names?: readonly string[], whole = false): Sequence => ({
  decode: (body) => body,
  open: (body, reading) =>
    guarded(reading, async function* () {
      const { maxItem: limit } = reading;
      const encoder = new TextEncoder();
      const decodedData = ({ data, event: name }: { data: string; event?: string }): object => {
        try {
          if (!whole) return { data: decode!(encoder.encode(data)) };
          JSON.parse(data);
          return decode!(encoder.encode(`{"data":${data}}`)) as object;
        } catch (error) {
          throw name === 'error' ? new Error(`the service sent the event "error": ${data}`, { cause: error }) : error;
        }
      };
      const lines = linesOf(chunksOf(body), { ends: 'any', limit, tooLong: tooLong(limit) });
      for await (const event of eventsOf(lines, limit, tooLong(limit))) {
        const isDecoded = decode && (!names || names.includes(event.event ?? 'message'));
        if (!isDecoded) yield event;
        else if (event.data === '[DONE]') {
          reading.isOver = true;
          return;
        } else if (event.data !== '') yield { ...event, ...decodedData(event) };
      }
    }),
});

const tooLong = (limit: number) => () =>
  new Error(`an item has more than ${limit} bytes; the option maxItem permits more`);

/** The bytes of a body. Whoever stops reading closes the connection. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let isDone = false;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((cause) => {
        isDone = true;
        throw new LostError(cause);
      });
      isDone = done;
      if (done) return;
      yield value!;
    }
  } finally {
    if (!isDone) await reader.cancel();
  }
}

class LostError extends Error {
  constructor(cause: unknown) {
    super('lost', { cause });
  }
}

/** Passes items on. What breaks the stream becomes an error that a call could return: aborted, connection or decoding. */
async function* guarded({ facts, signal }: Reading, items: () => AsyncGenerator<unknown>): AsyncGenerator<unknown> {
  try {
    yield* items();
  } catch (error) {
    if (error instanceof CallError) throw error;
    const { operationId } = facts;
    if (signal?.aborted) throw new AbortedError(operationId, 'The call was aborted', signal.reason);
    if (error instanceof LostError)
      throw new ConnectionError(operationId, 'The connection broke before the answer was complete', error.cause);
    throw new DecodeError(facts, error as Error);
  }
}

/** Encodes each item as a line, or after a record separator, as fast as the connection accepts them. */
export const lineEncoder =
  (encode: (item: unknown) => BinaryBody, ends: 'lf' | 'rs' = 'lf') =>
  (items: unknown): ReadableStream<Uint8Array> => {
    const given = items as readonly unknown[] | AsyncIterable<unknown>;
    const iterator = Symbol.asyncIterator in given ? given[Symbol.asyncIterator]() : given[Symbol.iterator]();
    const encoder = new TextEncoder();
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await iterator.next();
          if (done) controller.close();
          else controller.enqueue(encoder.encode(`${ends === 'rs' ? '\x1e' : ''}${encode(value)}\n`));
        },
        async cancel() {
          await iterator.return?.();
        },
      },
      { highWaterMark: 0 },
    );
  };
