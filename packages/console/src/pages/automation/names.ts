import type { Visit } from '../../web/routes.ts';

/** Reads the names of contact filters; one that is gone is called by its id. */
export async function readFilterNames({ client, say }: Visit, ids: Iterable<number>): Promise<(id: number) => string> {
  const found = await Promise.all(
    [...new Set(ids)].map(async (contactFilterId) => {
      const filter = await client.contactFilters.get({ contactFilterId });
      return [contactFilterId, filter.ok ? filter.data.name : undefined] as const;
    }),
  );
  const names = new Map(found);
  return (id) => names.get(id) ?? say('Segment {id}', { id });
}

/** Reads the names of the account's programs, unless none is wanted. */
export async function readProgramNames({ client }: Visit, ids: Iterable<number>): Promise<(id: number) => string> {
  const programs = [...ids].length === 0 ? [] : await client.marketingAutomation.list().orThrow();
  const names = new Map(programs.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? String(id);
}
