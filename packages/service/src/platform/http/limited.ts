import type { FastifyInstance } from 'fastify';
import { RateLimit } from '../network/rate-limit.ts';
import { clientNetwork } from '../network/remote-address.ts';
import { page, pageHeaders } from './page.ts';

/** People click seldom, and mail programs look at a link once; who asks more often tries tokens. */
const usualAllowance = { burst: 120, perSecond: 2, clients: 20_000 };

/** Every page of the application counts for the address that asks for it; too many are answered with 429. */
export function limitPages(pages: FastifyInstance, allowance = usualAllowance): void {
  const limit = new RateLimit(allowance);
  pages.addHook('onRequest', async (request, reply) => {
    const seconds = limit.take(clientNetwork(request.ip));
    if (seconds === 0) return;
    reply.code(429).headers({ ...pageHeaders, 'retry-after': String(seconds) });
    return reply.send(tooManyPage);
  });
}

const tooManyPage = page('Too many requests', '<h1>Too many requests</h1><p>Please wait a moment and try again.</p>');
