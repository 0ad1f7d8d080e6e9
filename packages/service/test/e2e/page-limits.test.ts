import { afterAll, beforeAll, expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const [embedded] = databases();
let service: TestService;
beforeAll(async () => {
  service = await startTestService(await embedded!.open());
});
afterAll(() => service?.close());

const guess = async (path: string, method: string) => {
  const answer = await service.fetch(service.origin + path, { method });
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), text: await answer.text() };
};

test.each(['approve', 'doi'])('whoever guesses tokens of /%s learns nothing', async (page) => {
  const tokens = ['x', 'AAAAAAAAAAAAAAAAAAAAAA', '%00', 'x'.repeat(99), 'x'.repeat(101), 'x'.repeat(9000)];
  const answers = await Promise.all(
    tokens.flatMap((token) => ['GET', 'POST'].map((method) => guess(`/${page}/${token}`, method))),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(404);
});

test.each(['/doi/%zz', '/approve/%c3%28', '/%zz', '/nothing/x'])('%s is a page that is not there', async (path) => {
  const answer = await service.fetch(service.origin + path, { headers: { accept: 'text/html' } });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([404, null]);
  expect(await answer.text()).toContain('Page not found');
});

test.each([
  ['application/json', '[1]'],
  ['application/json', '{'],
  ['text/plain', 'decision=approved'],
  ['multipart/form-data', 'x'],
])('a page takes no %s %s', async (type, body) => {
  const answer = await service.fetch(`${service.origin}/doi/x`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('This request is not acceptable');
});

test('too many pages are 429; the API is not meant by that', async () => {
  let last = await guess('/approve/x', 'GET');
  for (let i = 0; i < 300 && last.status === 404; i++) last = await guess('/approve/x', 'GET');
  expect(last).toMatchObject({ status: 429, retryAfter: '1' });
  expect(last.text).toContain('Too many requests');
  expect(await service.client.ping.pingGet()).toMatchObject({ ok: true });
});
