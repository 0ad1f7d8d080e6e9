import { readFileSync } from 'node:fs';
import { Agent } from 'undici';

/** A fetch that trusts one certificate besides none else, as a user does with the service's own. */
export function trusting(certFile: string): (request: Request | string, init?: RequestInit) => Promise<Response> {
  // On a busy machine hundreds of connections take longer than the ten seconds that undici waits.
  const dispatcher = new Agent({ connect: { ca: readFileSync(certFile, 'utf8'), timeout: 240_000 } });
  return (request, init) => fetch(request, { ...init, dispatcher } as RequestInit);
}
