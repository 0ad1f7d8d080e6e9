import type { Dispatch } from '@mailwright/server-runtime';
import { fastifyOptions as anyFastifyOptions } from '@mailwright/server-runtime/fastify';
import { refuseClient } from './errors.ts';

export { fastifyPlugin } from '@mailwright/server-runtime/fastify';

/**
 * Options that an application needs so that requests which Fastify refuses before routing get error documents too:
 * `Fastify({ ...fastifyOptions(dispatch, '/1.0'), https })`.
 */
export const fastifyOptions = (dispatch: Dispatch, prefix: string) => anyFastifyOptions(dispatch, prefix, refuseClient);
