import type { Client } from '@mailwright/client';

const property = { key: 'template_engine', value: 'liquid' };

/** Has a mailing read the conditions of its blocks, which recipients would see otherwise. */
export async function readConditions(client: Client, mailingid: number): Promise<void> {
  const properties = await client.mailingProperties.getAll({ mailingid }).orThrow();
  if (properties.some(({ key, value }) => key === property.key && value === property.value)) return;
  await client.mailingProperties.add({ mailingid, body: [property] }).orThrow();
}
