import type { Dispatch } from '@mailwright/server-runtime';
import { fastifyOptions as anyFastifyOptions } from '@mailwright/server-runtime/fastify';
import { refuseClient } from './errors.ts';

export { fastifyPlugin } from '@mailwright/server-runtime/fastify';

/**
 * Fastify options with which requests that Fastify rejects before routing also get error documents:
 * `Fastify({ ...fastifyOptions(dispatch, '/1.0'), https })`.
 */
export const fastifyOptions = (dispatch: Dispatch, prefix: string) => anyFastifyOptions(dispatch, prefix, refuseClient);
