import type { Readable, Writable } from 'node:stream';

type Params = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: each command of the protocol answers in another shape.
type Answer = any;

/** A connection to a browser: Chrome DevTools Protocol over two pipes, messages of JSON that end in a zero byte. */
export interface DevTools {
  /** @throws Error with the browser's words, or when it has ended */
  send(method: string, params?: Params, sessionId?: string): Promise<Answer>;
  on(method: string, listener: (params: Answer, sessionId: string | undefined) => void): void;
}

/** @param ended rejects with the reason why the browser answers no more */
export function connectDevTools(input: Writable, output: Readable, ended: Promise<never>): DevTools {
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  const listeners = new Map<string, (params: Answer, sessionId: string | undefined) => void>();
  let lastId = 0;
  let rest: Buffer[] = [];
  // Writing to a browser that has ended; its end is told by `ended`.
  input.on('error', () => {});
  output.on('error', () => {});
  output.on('data', (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      rest.push(chunk.subarray(start, end));
      receive(JSON.parse(Buffer.concat(rest).toString('utf8')));
      rest = [];
      start = end + 1;
    }
    rest.push(chunk.subarray(start));
  });

  function receive({ id, method, params, result, error, sessionId }: Answer): void {
    if (id === undefined) {
      listeners.get(method)?.(params, sessionId);
      return;
    }
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(new Error(error.message));
    else call?.resolve(result);
  }

  return {
    send(method, params = {}, sessionId) {
      const id = ++lastId;
      const answer = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
      input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
      return Promise.race([answer, ended]);
    },
    on: (method, listener) => void listeners.set(method, listener),
  };
}
