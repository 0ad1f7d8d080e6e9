import { request } from 'node:https';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(await databases()[0]!.open());
});
afterAll(() => service?.close());

/** Bytes as they come, which `fetch` would unpack. */
function get(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    const call = request(`${service.origin}${path}`, { ca: service.cert, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

test('the description can be downloaded, packed, and not twice', async () => {
  const plain = await get('/docs/openapi.json');
  expect(plain.status).toBe(200);
  expect(JSON.parse(plain.body.toString()).openapi).toBe('3.1.0');
  const br = await get('/docs/openapi.json', { 'accept-encoding': 'gzip, br' });
  expect([br.headers['content-encoding'], brotliDecompressSync(br.body).equals(plain.body)]).toEqual(['br', true]);
  const gz = await get('/docs/openapi.json', { 'accept-encoding': 'gzip' });
  expect([gz.headers['content-encoding'], gunzipSync(gz.body).equals(plain.body)]).toEqual(['gzip', true]);
  expect(br.body.length).toBeLessThan(plain.body.length / 5);
  const again = await get('/docs/openapi.json', { 'if-none-match': String(plain.headers.etag) });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

test.each(['/docs/', '/docs'])('%s answers', async (path) => {
  // 404 with a page of its own where the documentation is not built, such as in this test.
  expect((await get(path)).headers['content-type']).toBe('text/html; charset=utf-8');
});
