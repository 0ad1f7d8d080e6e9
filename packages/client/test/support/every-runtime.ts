import { createClient } from '../../src/index.ts';

/** What runs in each runtime: a bundle of this calls the service and tells what came of it, as JSON. */
async function tryOut(baseUrl: string): Promise<string> {
  const client = createClient({ baseUrl, apiKey: 'a-key-of-the-test', retries: 0 });
  const name = await client.mailings.getName({ mailingid: 7 }).orThrow();
  await client.mailings.setName({ mailingid: 7, body: 'Ä & <b>' }).orThrow();
  const missing = await client.mailings.getName({ mailingid: 8 });
  const pages = await client.mailings.listByStates({ states: ['draft'], fields: ['name'] }).orThrow();
  return JSON.stringify({
    name,
    missing: [missing.status, missing.error?.name, missing.error?.message, missing.requestId],
    total: pages.total,
    ids: pages.items.map(({ id }) => id),
  });
}

Object.assign(globalThis, { tryOut });
