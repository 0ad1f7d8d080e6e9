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

test('a name in use is answered with 409, and with 400 for mailings', async () => {
  const { client } = service;
  const rules = [{ field: 'CITY', operator: 'EQUALS' as const, value: 'Paris' }];
  const filter = await client.contactFilters.create({ body: { name: 'Any', rules } }).orThrow();
  const name = 'In use';
  const made: Record<string, () => Promise<{ status: number }>> = {
    'custom field': async () => client.contacts.createCustomField({ field: 'IN_USE', type: 'string' }),
    'target group': async () =>
      client.targetGroups.create({ body: { name, type: 'regular', contact_filter_id: filter } }),
    blacklist: async () => client.blacklists.create({ name }),
    'mailing blacklist': async () => client.mailingBlacklists.create({ name }),
    'transaction type': async () => client.transactions.createType({ body: { name: 'in.use', attributes: [] } }),
    'automation program': async () =>
      client.marketingAutomation.create({ body: { name, state: 'draft', steps: [{ kind: 'end' }] } }),
    site: async () => client.conversions.createSite({ name, domain: 'shop.example.org' }),
    goal: async () => client.conversions.createGoal({ siteId: 1, name }),
    mailing: async () => client.mailings.create({ name, subject: 'Twice' }),
  };
  const statuses: Record<string, number[]> = {};
  for (const [what, make] of Object.entries(made)) statuses[what] = [(await make()).status, (await make()).status];
  expect(statuses).toEqual(
    Object.fromEntries(Object.keys(made).map((what) => [what, [expect.any(Number), what === 'mailing' ? 400 : 409]])),
  );
  expect(Object.values(statuses).every(([first]) => first! < 300)).toBe(true);
});
