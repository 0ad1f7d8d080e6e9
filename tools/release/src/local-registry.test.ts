import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalRegistry, startLocalRegistry } from './local-registry.ts';

let registry: LocalRegistry;
beforeAll(async () => {
  registry = await startLocalRegistry(['@pets/client', 'pets'], 'https://registry.example/');
});
afterAll(() => registry.close());

const ask = (path: string) => fetch(new URL(path, registry.url), { redirect: 'manual' });
const publish = (name: string, version: string, tarball: string) =>
  fetch(new URL(name.replace('/', '%2f'), registry.url), {
    method: 'PUT',
    body: JSON.stringify({
      name,
      'dist-tags': { latest: version },
      versions: { [version]: { version, dist: { tarball: 'http://elsewhere.example/', integrity: 'sha512-x' } } },
      _attachments: { file: { data: Buffer.from(tarball).toString('base64') } },
    }),
  });

test('versions are published once, and answered as they were published', async () => {
  expect((await ask('@pets%2fclient')).status).toBe(404);
  expect((await publish('@pets/client', '1.0.0', 'first')).status).toBe(201);
  expect((await publish('@pets/client', '1.0.0', 'again')).status).toBe(403);
  expect((await publish('@pets/client', '1.1.0', 'second')).status).toBe(201);
  const known = (await (await ask('@pets%2fclient')).json()) as {
    'dist-tags': object;
    versions: Record<string, { dist: { tarball: string; integrity: string } }>;
  };
  expect(known['dist-tags']).toEqual({ latest: '1.1.0' });
  const texts = Object.values(known.versions).map(async ({ dist }) => (await fetch(dist.tarball)).text());
  expect(await Promise.all(texts)).toEqual(['first', 'second']);
  expect(known.versions['1.0.0']?.dist.integrity).toBe('sha512-x');
});

test.each([
  ['left-pad', 307],
  ['@types%2fnode', 307],
  ['pets-of-others', 307],
  ['pets', 404],
  ['pets/-/1.0.0.tgz', 404],
])('%s: %i', async (path, status) => {
  const answer = await ask(path);
  expect([answer.status, answer.headers.get('location')]).toEqual([
    status,
    status === 307 ? `https://registry.example/${path}` : null,
  ]);
});
