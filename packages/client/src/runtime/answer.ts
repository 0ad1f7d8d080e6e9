import type { CallError } from './errors/call-error.ts';
import { statusError } from './errors/classify.ts';
import { DecodeError } from './errors/decode-error.ts';
import { messageOf } from './errors/document.ts';
import { ConnectionError } from './errors/unanswered.ts';
import { contentFor } from './media-type.ts';
import type { AnswerContent, Operation } from './operation.ts';
import type { Failure, Ok } from './result.ts';

/** Reads an answer to its end, as success or failure. Throws a `DecodeError` for a success that cannot be read. */
export async function readAnswer(operation: Operation, response: Response, url: string) {
  const answer: Answer = { operation, response, url, body: await bytes(operation, response) };
  const { [response.status]: documented, success: others, failure: failures = [] } = operation.responses;
  const contents = documented ?? (response.ok ? others : failures);
  return response.ok && contents ? success(answer, contents) : failure(answer, contents ?? failures);
}

interface Answer {
  operation: Operation;
  response: Response;
  url: string;
  body: Uint8Array<ArrayBuffer>;
}

function success(answer: Answer, contents: readonly AnswerContent[]): Ok<number, unknown> {
  const { operation, response } = answer;
  const data = contents.length ? decoded(answer, contents) : undefined;
  return {
    ok: true,
    data: operation.page ? decoding(answer, () => operation.page!(data, response.headers)) : data,
    error: undefined,
    ...facts(response),
  };
}

function failure(answer: Answer, contents: readonly AnswerContent[]): Failure<number, CallError> {
  const { operation, response, url } = answer;
  let document: unknown;
  try {
    document = answer.body.length ? decoded(answer, contents) : undefined;
  } catch {
    // The status says more than a fault in the error document; `rawBody` shows it.
  }
  const { status, headers, requestId } = facts(response);
  const message = messageOf(document) ?? `HTTP ${status} ${response.statusText}`.trim();
  const rawBody = rawText(answer.body);
  const error = statusError(
    { operationId: operation.id, status, message, requestId, document, rawBody, headers },
    { url, sealed: operation.sealed === true },
  );
  return { ok: false, data: undefined, error, ...facts(response) };
}

function decoded(answer: Answer, contents: readonly AnswerContent[]): unknown {
  return decoding(answer, () => {
    const type = answer.response.headers.get('content-type');
    const content = contentFor(contents, type ?? undefined);
    if (content) return content.decode(answer.body);
    throw new Error(`its type is ${type}, not ${contents.map((each) => each.type).join(' or ')}`);
  });
}

function decoding<T>({ operation, response, body }: Answer, decode: () => T): T {
  try {
    return decode();
  } catch (cause) {
    const message = `Answer to ${operation.id} cannot be read: ${(cause as Error).message}`;
    throw new DecodeError(operation.id, message, { ...facts(response), rawBody: rawText(body) }, cause);
  }
}

async function bytes({ id }: Operation, response: Response): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await response.arrayBuffer());
  } catch (cause) {
    throw new ConnectionError(id, 'The connection broke before the answer was complete', cause);
  }
}

function facts(response: Response) {
  const { status, headers } = response;
  return { status, headers, requestId: headers.get('x-request-id') ?? undefined, response };
}

function rawText(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
