import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { databases } from '../support/database.ts';
import { startTestService, type TestService } from '../support/service.ts';

const [embedded] = databases();
let service: TestService;
beforeAll(async () => {
  service = await startTestService(await embedded!.open());
});
afterAll(() => service?.close());

const patient = { timeout: 120_000, interval: 200 };
const checks = [
  ['startAttention', 'getAttention'],
  ['startDisplay', 'getDisplay'],
  ['startImage', 'getImage'],
  ['startLink', 'getLink'],
  ['startMessageSize', 'getMessageSize'],
  ['startPersonalization', 'getPersonalization'],
  ['startSpam', 'getSpam'],
] as const;

/** Each broke a check once: by the number of its parts, or by how deeply they are nested. */
test.each<[string, string, string?]>([
  ['elements that do not end', '<div>'.repeat(150_000)],
  ['tags', '[[CONTACT|ID]]'.repeat(140_000)],
  ['nested at-rules', `<style>${'@media x{'.repeat(20_000)}</style>`],
  ['nested conditions', `${'{% if a %}'.repeat(5000)}${'{% endif %}'.repeat(5000)}`, 'liquid'],
])('checks of %s end with a result that names no fault of the service', async (name, body, engine) => {
  const { client } = service;
  const mailingid = await client.mailings.create({ name, subject: 'News' }).orThrow();
  await client.mailings.setSender({ mailingid, body: 'news@shop.example' }).orThrow();
  if (engine) {
    const properties = [{ key: 'template_engine', value: engine }];
    await client.mailingProperties.add({ mailingid, body: properties }).orThrow();
  }
  await client.mailings.setHtml({ mailingid, body }).orThrow();
  for (const [start] of checks) await client.mailingChecks[start]({ mailingid }).orThrow();
  for (const [, read] of checks) {
    const result = await vi.waitFor(async () => {
      const { data } = await client.mailingChecks[read]({ mailingid });
      expect(data?.state).toMatch(/^(success|warning|failed)$/);
      return JSON.stringify(data);
    }, patient);
    expect(result).not.toMatch(/check_broken|call stack/i);
  }
});
