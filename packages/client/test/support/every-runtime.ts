import { createClient } from '@mailwright/client';

/**
 * What runs in each runtime: calls the service of `cors-service.ts` and tells what came of it, as JSON. Browsers send
 * streams over HTTP/2 only, which that service does not speak.
 */
export async function tryOut(baseUrl: string, { streams = true } = {}): Promise<string> {
  const client = createClient({ baseUrl, apiKey: 'a-key-of-the-test' });
  const nameOf = async (mailingid: number, options?: object) => {
    const { status, data, error, requestId } = await client.mailings.getName({ mailingid }, options);
    return [status, data ?? error?.name, error && 'rawBody' in error ? error.rawBody : undefined, requestId];
  };
  const upload = async (body: Blob | ReadableStream) => {
    const result = await client.mailingAttachments.add({ mailingid: 7, filename: 'a.png', body });
    return result.data ?? result.error?.name;
  };
  const stop = new AbortController();
  const stopped = nameOf(9, { signal: stop.signal });
  setTimeout(() => stop.abort(), 50);
  await client.mailings.setName({ mailingid: 7, body: 'Ä & <b>' }).orThrow();
  const stream = new Blob(['x'.repeat(300_000)]).stream();
  return JSON.stringify({
    name: await nameOf(7),
    missing: await nameOf(8),
    silent: await nameOf(9, { timeout: 50, retries: 0 }),
    stopped: await stopped,
    secondAttempt: await nameOf(10),
    cutOff: await nameOf(11),
    elsewhere: await nameOf(12),
    ids: (await client.mailings.listByStates.all({ states: ['draft'] }).toArray()).map(({ id }) => id),
    file: await upload(new Blob(['abcd'], { type: 'image/png' })),
    ...(streams ? { stream: await upload(stream), again: await upload(stream) } : {}),
  });
}
