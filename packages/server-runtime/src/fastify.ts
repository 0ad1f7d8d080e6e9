import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions, HTTPMethods } from 'fastify';
import { FastifyRawRequest } from './fastify-request.ts';
import { type RefuseClient, refuseClient } from './node.ts';
import { sendAnswer } from './node-response.ts';
import type { Dispatch } from './raw.ts';

/**
 * The API as a Fastify plugin: `app.register(fastifyPlugin(dispatch), { prefix: '/1.0' })`. It handles every method
 * and path below the prefix that no other route of the application handles. Everything runs in `onRequest`, so that no
 * body is read before the key is checked and Fastify generates no responses. Responses are written to Node's response
 * directly: `onSend` hooks of the application do not see them; `onRequest` and `onResponse` hooks do.
 */
export function fastifyPlugin(dispatch: Dispatch): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const { prefix } = app;
    const onRequest = (request: FastifyRequest, reply: FastifyReply) => answer(dispatch, prefix, request, reply);
    app.route({ method: app.supportedMethods as HTTPMethods[], url: '/*', onRequest, handler: onRequest });
    app.setNotFoundHandler(onRequest);
  };
}

/**
 * Fastify options with which requests that Fastify rejects before routing also get error documents:
 * `Fastify({ ...fastifyOptions(dispatch, '/1.0'), https })`.
 */
export function fastifyOptions(dispatch: Dispatch, prefix: string, refuse: RefuseClient = refuseClient) {
  return {
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      answer(dispatch, prefix, request as FastifyRequest, reply as unknown as FastifyReply);
    },
    clientErrorHandler: refuse,
  } satisfies FastifyServerOptions;
}

/** Takes over the request. The hook has neither a promise nor `done`, so Fastify does not continue. */
function answer(dispatch: Dispatch, prefix: string, request: FastifyRequest, reply: FastifyReply): void {
  reply.hijack();
  sendAnswer(reply.raw, dispatch(new FastifyRawRequest(request, prefix)));
}
