import { expect, test } from 'vitest';
import { connect, decodeBytes, type Operation, stream } from '../src/index.ts';

const operation: Operation = {
  id: 'getFile',
  method: 'GET',
  path: '/file',
  responses: { 200: [{ type: 'text/plain', decode: decodeBytes }] },
  retry: 'safe',
  timeout: 1000,
};

/** A body without an end, and how much of it was asked for. */
function endless() {
  const seen = { pieces: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        seen.pieces++;
        controller.enqueue(new TextEncoder().encode('piece '));
      },
      cancel() {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 1 },
  );
  return { body, seen };
}

const connectionTo = (answer: () => Response) =>
  connect({ baseUrl: 'https://files.test', retries: 0, fetch: async () => answer() });

test('the body of a success comes as it is read', async () => {
  const { body, seen } = endless();
  const connection = connectionTo(() => new Response(body, { headers: { etag: '"1"' } }));
  const result = await stream(connection, operation);
  if (!result.ok) throw result.error;
  expect([result.status, result.headers.get('etag')]).toEqual([200, '"1"']);
  const reader = result.data.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('piece ');
  expect(seen.pieces).toBeLessThan(5);
  await reader.cancel();
  expect(seen.cancelled).toBe(true);
});

test('an empty one is an empty stream', async () => {
  const data = await stream(
    connectionTo(() => new Response(null)),
    operation,
  ).orThrow();
  expect(await new Response(data).text()).toBe('');
});

test('a failure is that of other calls', async () => {
  const result = await stream(
    connectionTo(() => new Response('no such file', { status: 404, headers: { 'content-type': 'text/plain' } })),
    operation,
  );
  expect(result).toMatchObject({ ok: false, status: 404, error: { name: 'NotFoundError', rawBody: 'no such file' } });
});

test('the signal of the call ends the stream', async () => {
  const controller = new AbortController();
  const connection = connect({
    baseUrl: 'https://files.test',
    fetch: async ({ signal }) => {
      const { body } = endless();
      return new Response(body.pipeThrough(new TransformStream(), { signal }));
    },
  });
  const data = await stream(connection, operation, {}, { signal: controller.signal }).orThrow();
  const reader = data.getReader();
  await reader.read();
  controller.abort();
  await expect(
    (async () => {
      for (;;) await reader.read();
    })(),
  ).rejects.toThrow();
});
