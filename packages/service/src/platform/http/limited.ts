import type { FastifyInstance } from 'fastify';
import { page, pageHeaders } from './page.ts';
import { RateLimit } from './rate-limit.ts';

/** People click seldom, and mail programs look at a link once; who asks more often tries tokens. */
const allowance = { burst: 120, perSecond: 2, clients: 20_000 };

/** Every page of the application counts for the address that asks for it; too many are answered with 429. */
export function limitPages(pages: FastifyInstance): void {
  const limit = new RateLimit(allowance);
  pages.addHook('onRequest', async (request, reply) => {
    const seconds = limit.take(clientOf(request.ip));
    if (seconds === 0) return;
    reply.code(429).headers({ ...pageHeaders, 'retry-after': String(seconds) });
    return reply.send(tooManyPage);
  });
}

/** One client can use a whole IPv6 /64 network. */
export function clientOf(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const network = tail === undefined ? groups : [...groups, '0', '0', '0', '0'];
  return network.slice(0, 4).join(':');
}

const tooManyPage = page('Too many requests', '<h1>Too many requests</h1><p>Please wait a moment and try again.</p>');
