import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databases } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { startTestService, type TestService } from '../support/service.ts';

const guide = readFileSync(fileURLToPath(new URL('../../../../docs/guides/errors.md', import.meta.url)), 'utf8');
/** The error documents that the guide quotes, without white space between elements. */
const quoted = [...guide.matchAll(/```xml\n(.*?)```/gs)].map(([, xml]) => dense(xml!));
const type = 'application/vnd.service.api+xml';

let service: TestService;
beforeAll(async () => {
  service = await startTestService(await databases()[0]!.open());
});
afterAll(() => service?.close());

function dense(xml: string): string {
  return xml
    .replace(/<\?xml[^>]*\?>/, '')
    .replace(/>\s+</g, '><')
    .trim();
}

test.each([
  ['GET', '/mailings/filter/states?page_size=200000', {}, undefined],
  ['POST', '/targetgroups', { 'content-type': type }, '<group/>'],
  [
    'POST',
    '/contacts/email/ada@example.com?permision=3',
    { prefer: 'handling=strict', 'content-type': type },
    '<contact/>',
  ],
])('%s %s is answered as the guide quotes it', async (method, path, headers: object, body) => {
  const answer = await callRaw(service, { method, path, headers: { ...headers }, ...(body && { body }) });
  expect(answer.status).toBe(400);
  expect(quoted).toContain(dense(answer.body));
});

test('the guide quotes nothing else', () => {
  expect(quoted).toHaveLength(3);
});
