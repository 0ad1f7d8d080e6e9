import { Resolver } from 'node:dns/promises';

/** Records of a name: empty when there are none, undefined when the DNS does not say. */
type Answer<Value> = Promise<readonly Value[] | undefined>;

/** DNS lookups. */
export interface Dns {
  /** Each record in one piece. */
  texts(name: string): Answer<string>;
  /** Hosts that take mail, the preferred first. */
  exchanges(name: string): Answer<string>;
  /** IPv4 and IPv6. */
  addresses(name: string): Answer<string>;
  /** Names of an IP address. */
  names(address: string): Answer<string>;
}

/** A DNS that never says anything. */
export const silentDns: Dns = {
  texts: async () => undefined,
  exchanges: async () => undefined,
  addresses: async () => undefined,
  names: async () => undefined,
};

/** Asks the DNS of the system, or a server at `address`, optionally with a port. */
export function dnsOf(server?: string): Dns {
  const resolver = new Resolver({ timeout: 3000, tries: 2 });
  if (server !== undefined) resolver.setServers([server]);
  return {
    texts: async (name) => (await asked(resolver.resolveTxt(name)))?.map((parts) => parts.join('')),
    async exchanges(name) {
      const records = await asked(resolver.resolveMx(name));
      return records?.toSorted((a, b) => a.priority - b.priority).map(({ exchange }) => exchange);
    },
    async addresses(name) {
      const [four, six] = await Promise.all([asked(resolver.resolve4(name)), asked(resolver.resolve6(name))]);
      return four === undefined && six === undefined ? undefined : [...(four ?? []), ...(six ?? [])];
    },
    names: (address) => asked(resolver.reverse(address)),
  };
}

const none = new Set(['ENOTFOUND', 'ENODATA']);

async function asked<Value>(query: Promise<Value[]>): Promise<Value[] | undefined> {
  try {
    return await query;
  } catch (error) {
    return none.has((error as NodeJS.ErrnoException).code ?? '') ? [] : undefined;
  }
}
