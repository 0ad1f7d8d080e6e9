import { type ConnectOptions, call, connect, type Input, type Operation } from '@mailwright/client-runtime';
import type { ToolClient, ToolOperation } from './api.ts';

/** What to send: parameters by name, and the body as a value, or as bytes of a media type. */
export interface CallInput {
  parameters: ReadonlyMap<string, unknown>;
  body?: { value: unknown } | BytesOfType | undefined;
}

export interface BytesOfType {
  bytes: Uint8Array<ArrayBuffer>;
  mediaType: string;
}

export interface CallResult {
  ok: boolean;
  status: number;
  mediaType: string;
  /** The body as it came. */
  bytes: Uint8Array;
  /** The body as a value, where the description says what it is. */
  value: unknown;
  /** What a refusal says. */
  message: string;
}

/** Calls an operation. Rejects with an Error in words if there is no response. */
export type SendCall = (operation: ToolOperation, input: CallInput) => Promise<CallResult>;

/** Creates the function that calls operations with the generated client. Each call is one request, without retries. */
export function createCaller(client: ToolClient, options: ConnectOptions): SendCall {
  const send = options.fetch ?? fetch;
  const operations = new Map(client.operations.map((operation) => [operation.id, operation]));
  return async (tool, given) => {
    let received: { bytes: Uint8Array; mediaType: string } | undefined;
    const connection = connect(
      {
        retries: 0,
        ...options,
        async fetch(request) {
          const response = await send(request);
          const mediaType = response.headers.get('content-type') ?? '';
          received = { bytes: new Uint8Array(await response.clone().arrayBuffer()), mediaType };
          return response;
        },
      },
      client.service,
    );
    const { operation, input, headers } = requestFor(operations.get(tool.id)!, tool, given);
    const { ok, status, data, error } = await call(connection, operation, input, { headers });
    if (received === undefined) throw new Error(error?.message ?? 'There is no response.');
    // A success that is not as described has no status of its own, but a body to show.
    const isOk = ok || (status === 0 && error.name === 'DecodeError');
    const value = ok ? data : documentOf(error);
    return { ok: isOk, status, ...received, value, message: error?.message ?? '' };
  };
}

const documentOf = (error: unknown): unknown => (error as { document?: unknown } | undefined)?.document;

function requestFor(operation: Operation, { parameters }: ToolOperation, { parameters: given, body }: CallInput) {
  const { page: _page, ...own } = operation;
  const headers: Record<string, string> = {};
  const input: Record<string, unknown> = {};
  for (const [name, value] of given) {
    const wire = parameters.find((parameter) => parameter.name === name)?.wire ?? name;
    // Headers that the client sends by itself are no parameters of it.
    if (operation.params?.[name] === undefined) headers[wire] = String(value);
    else input[name] = value;
  }
  if (body === undefined) return { operation: own, input: input as Input, headers };
  if ('value' in body) return { operation: own, input: { ...input, body: body.value } as Input, headers };
  const { bytes, mediaType } = body;
  headers['content-type'] = mediaType;
  return { operation: { ...own, encode: () => ({ body: bytes }) }, input: input as Input, headers };
}
