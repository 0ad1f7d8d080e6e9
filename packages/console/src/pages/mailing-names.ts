import type { Client } from '@mailwright/client';
import type { Say } from '../words.ts';

export interface ListedMailing {
  id: number;
  name: string;
  state: string;
  type: string;
  /** `YYYY-MM-DD HH:MM:SS` in UTC, if the mailing has a schedule. */
  scheduled: string | undefined;
}

type ListInput = Parameters<Client['mailings']['listByStates']>[0];

/** Lists mailings in some states, the newest first. */
export async function listMailings(client: Client, input: ListInput) {
  const wanted = { fields: ['name', 'state', 'type', 'scheduleTime'] as const, orderBy: 'id', order: 'DESC' } as const;
  const { items, total, pages } = await client.mailings.listByStates({ ...wanted, ...input }).orThrow();
  return { mailings: items.map(({ id, fields }) => readMailing(id, fields)), total: total ?? 0, pages: pages ?? 1 };
}

export function readMailing(id: number, fields: readonly { name: string; value?: string | null }[]): ListedMailing {
  const value = (name: string) => fields.find((field) => field.name === name)?.value ?? undefined;
  const {
    name = `#${id}`,
    state = '',
    type = '',
  } = { name: value('name'), state: value('state'), type: value('type') };
  return { id, name, state, type, scheduled: value('scheduleTime') };
}

/** Returns the names of mailings by id, as far as they still exist. */
export async function readNames(say: Say, client: Client, ids: Iterable<number>): Promise<Map<number, string>> {
  const names = await Promise.all(
    [...new Set(ids)].map(async (mailingid) => {
      const result = await client.mailings.getName({ mailingid });
      return [mailingid, result.ok ? result.data : say('Mailing {id}', { id: mailingid })] as const;
    }),
  );
  return new Map(names);
}
