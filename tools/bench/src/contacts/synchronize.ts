import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import type { RunningService } from '../load/service.ts';

/** Posts bodies of `POST /contacts` one after the other, with a query such as `?permission=5`; returns the seconds that took. */
export async function synchronize({ baseUrl, key }: RunningService, bodies: Buffer[], query = ''): Promise<number> {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false });
  const started = performance.now();
  for (const body of bodies) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/vnd.service.api+xml' };
    const call = request(`${baseUrl}/contacts${query}`, { method: 'POST', agent, headers });
    call.end(body);
    const [response] = await once(call, 'response');
    const answer = await text(response);
    if (response.statusCode !== 200) throw new Error(`POST /contacts was answered ${response.statusCode}: ${answer}`);
  }
  agent.destroy();
  return (performance.now() - started) / 1000;
}
