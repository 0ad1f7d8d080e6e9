import type { Client } from '@mailwright/client';

const names = ['ada', 'ben', 'cleo', 'dan'] as const;

/** Creates four contacts, each with an id of the caller (`x-ada`) and a first name. Returns their ids by name. */
export async function createReaders(client: Client): Promise<Record<(typeof names)[number], number>> {
  const ids: Partial<Record<(typeof names)[number], number>> = {};
  for (const name of names) {
    const body = { external_id: `x-${name}`, standard_fields: [{ name: 'FIRSTNAME' as const, value: name }] };
    ids[name] = await client.contacts.createByEmail({ email: `${name}@example.org`, permission: 5, body }).orThrow();
  }
  return ids as Record<(typeof names)[number], number>;
}
