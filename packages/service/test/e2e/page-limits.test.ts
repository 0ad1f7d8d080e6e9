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
  const tokens = ['x', 'AAAAAAAAAAAAAAAAAAAAAA', '%00', 'x'.repeat(99)];
  const answers = await Promise.all(
    tokens.flatMap((token) => ['GET', 'POST'].map((method) => guess(`/${page}/${token}`, method))),
  );
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(404);
});

test('too many pages are 429; the API is not meant by that', async () => {
  let last = await guess('/approve/x', 'GET');
  for (let i = 0; i < 300 && last.status === 404; i++) last = await guess('/approve/x', 'GET');
  expect(last).toMatchObject({ status: 429, retryAfter: '1' });
  expect(last.text).toContain('Too many requests');
  expect(await service.client.ping.pingGet()).toMatchObject({ ok: true });
});
