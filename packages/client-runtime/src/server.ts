import type { Operation } from './operation.ts';

/** The base URL of an operation that has one of its own in the description; it may be relative to that of the service. */
export function ownServer(url: string): NonNullable<Operation['base']> {
  return ({ baseUrl, servers = {} }) => new URL((Object.hasOwn(servers, url) && servers[url]) || url, baseUrl);
}
