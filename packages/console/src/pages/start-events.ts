import type { Client } from '@mailwright/client';
import type { Say } from '../words.ts';

/** Event that starts a program or a mailing, in words. */
export function eventLabel(say: Say, event: string | undefined, types: ReadonlyMap<string, string>): string {
  if (event === undefined || event === '') return say('By the API only');
  if (/^doi_confirmed$/i.test(event)) return say('A confirmed double opt-in');
  return say('Transaction {name}', { name: types.get(event) ?? event });
}

export async function transactionTypes(client: Client): Promise<Map<string, string>> {
  const { items } = await client.transactions.listTypes({ page_size: 1000 }).orThrow();
  return new Map(items.map(({ id, name }) => [String(id), name]));
}
