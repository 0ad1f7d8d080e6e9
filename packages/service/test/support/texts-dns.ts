import type { Dns } from '../../src/platform/network/dns.ts';

/** A DNS of which only texts are known; there are no other records. */
export const dnsOfTexts = (texts: Dns['texts']): Dns => ({
  texts,
  exchanges: async () => [],
  addresses: async () => [],
  names: async () => [],
});
