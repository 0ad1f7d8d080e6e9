import { createHmac } from 'node:crypto';
import { readKey } from '@mailwright/server';
import { type BodiesUnderWay, isFromOtherSite } from '@mailwright/server-runtime/web';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyHolder } from '../../account/index.ts';
import { unavailabilityOf } from '../../platform/database/retry.ts';
import { logFailure } from '../../platform/http/log-answers.ts';
import { takeRawBodies } from '../../platform/http/raw-bodies.ts';
import type { Log } from '../../platform/log/log.ts';
import { RateLimit } from '../../platform/network/rate-limit.ts';
import { clientNetwork } from '../../platform/network/remote-address.ts';
import { readJson } from './read-json.ts';

interface ToolEndpoint {
  log: Log;
  /** Returns the holder of a key that may be used from an address. */
  findHolder(key: string, address: string): Promise<KeyHolder | undefined>;
  /** Sends requests to the API, within this process, as if they came from an address. */
  fetchApi(address: string): (request: Request) => Promise<Response>;
  publicUrl(): string;
  /** Counts request bodies in memory. */
  bodies: BodiesUnderWay;
}

/** Bytes of a request; those of the largest images go to the API itself. */
const maxBytes = 4 * 1024 * 1024;
/** Calls of one request. */
const maxCalls = 100;
/** Calls of an address. Assistants ask several times a second at most, and several people may share an address. */
const allowance = { burst: 600, perSecond: 20, clients: 20_000 };

/**
 * `/mcp`: the operations as tools of the Model Context Protocol over HTTP ("Streamable HTTP", revision 2026-07-28 and those
 * before), with an API key as a bearer token or the user of Basic. A key gets the operations that its rights allow, and each
 * call is one of the API: with its rules, limits and audit.
 */
export function registerToolEndpoint(app: FastifyInstance, options: ToolEndpoint): void {
  const { log, findHolder, bodies } = options;
  const limit = new RateLimit(allowance);
  app.register(async (scope) => {
    takeRawBodies(scope, {
      maxBytes,
      bodies,
      clientOf: (request) => `tools of ${callers.get(request)?.holder.account.id}`,
    });
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      const unavailable = unavailabilityOf(error);
      if (unavailable)
        return refuse(reply.header('retry-after', String(unavailable.retryAfterSeconds)), 503, unavailable.message);
      if ((error.statusCode ?? 500) < 500) return refuse(reply, error.statusCode!, error.message);
      logFailure(log, error, request.id);
      return refuse(reply, 500, 'Something went wrong; the log of the service says what.');
    });
    // Before the body is read.
    scope.addHook('onRequest', async (request, reply) => {
      const seconds = limit.take(clientNetwork(request.ip));
      if (seconds > 0) return refuse(reply.header('retry-after', String(seconds)), 429, tooMany);
      if (isFromOtherSite(request.headers)) return refuse(reply, 403, 'Pages of other sites may not call tools.');
      const credentials = readKey(request.headers.authorization);
      const key = 'key' in credentials ? credentials.key : '';
      const holder = key === '' ? undefined : await findHolder(key, request.ip);
      if (!holder)
        return refuse(
          reply.header('www-authenticate', 'Bearer'),
          401,
          'Give an API key that is valid here as a bearer token.',
        );
      callers.set(request, { holder, key });
    });
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      handler: (...given) => answer(...given, options, limit),
    });
  });
}

const callers = new WeakMap<FastifyRequest, { holder: KeyHolder; key: string }>();

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { fetchApi, publicUrl }: ToolEndpoint,
  limit: RateLimit,
) {
  const { holder, key } = callers.get(request)!;
  const { body, fault } = Buffer.isBuffer(request.body) ? await readJson(request.body, holder.account.id) : {};
  if (fault !== undefined) return refuse(reply, 400, fault);
  // The first call was counted with its request.
  const others = Array.isArray(body) ? body.length - 1 : 0;
  if (others >= maxCalls) return refuse(reply, 400, `A batch has at most ${maxCalls} calls.`);
  const seconds = others > 0 ? limit.take(clientNetwork(request.ip), others) : 0;
  if (seconds > 0) return refuse(reply.header('retry-after', String(seconds)), 429, tooMany);
  // 200 descriptions of operations, which most processes never need.
  const { serveTools } = await import('./serve-tools.ts');
  const response = await serveTools(toRequest(request, publicUrl()), body, {
    baseUrl: `${publicUrl()}/1.0`,
    fetch: fetchApi(request.ip),
    key,
    rights: holder.rights,
    confirmationSecret: createHmac('sha256', holder.account.secret).update(`assistant of key ${holder.keyId}`).digest(),
  });
  reply.status(response.status).headers({ ...Object.fromEntries(response.headers), 'cache-control': 'no-store' });
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

const tooMany = 'Too many calls from this address.';

/** The request without its body, which is parsed already. */
function toRequest({ method, headers }: FastifyRequest, origin: string): Request {
  const given = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && name !== 'authorization') given.set(name, String(value));
  return new Request(`${origin}/mcp`, { method, headers: given });
}

const refuse = (reply: FastifyReply, status: number, message: string) =>
  reply
    .status(status)
    .header('cache-control', 'no-store')
    .send({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } });
