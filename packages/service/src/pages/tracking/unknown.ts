import type { FastifyReply, FastifyRequest } from 'fastify';
import { page, pageHeaders } from '../../platform/http/page.ts';
import { RateLimit } from '../../platform/network/rate-limit.ts';
import { clientNetwork } from '../../platform/network/remote-address.ts';

/** Large mailbox providers fetch from a few addresses, so only clients that try unknown tokens are slowed down. */
const allowance = { burst: 60, perSecond: 1, clients: 20_000 };

const unknownPage = page(
  'Link not valid',
  `<h1>This link is not valid</h1><p>It has expired or is incomplete.</p>
<div lang="de"><h2>Dieser Link ist nicht gültig</h2><p>Er ist zu alt, oder ein Teil von ihm fehlt.</p></div>
<div lang="fr"><h2>Ce lien n’est pas valable</h2><p>Il a expiré ou il est incomplet.</p></div>
<div lang="es"><h2>Este enlace no es válido</h2><p>Ha caducado o está incompleto.</p></div>`,
);

/** Answers unknown tokens with 404 and the same page for all, or with 429 for clients that send too many. */
export type AnswerUnknown = (request: FastifyRequest, reply: FastifyReply) => FastifyReply;

export function unknownTokens(): AnswerUnknown {
  const limit = new RateLimit(allowance);
  return (request, reply) => {
    const seconds = limit.take(clientNetwork(request.ip));
    reply.headers(pageHeaders).code(seconds === 0 ? 404 : 429);
    return (seconds === 0 ? reply : reply.header('retry-after', String(seconds))).send(unknownPage);
  };
}
