import type { Dispatch } from '@mailwright/server-runtime';
import { fastifyOptions as anyFastifyOptions } from '@mailwright/server-runtime/fastify';
import { refuseClient } from '../errors.ts';

export * from '@mailwright/server-runtime';
export { fastifyPlugin } from '@mailwright/server-runtime/fastify';
export { type Call, createDispatcher, type Hooks, type Principal } from '../dispatcher.ts';
export { refuseClient, sealedError } from '../errors.ts';
export { type Credentials, readKey } from '../read-key.ts';

/**
 * Options that an application needs so that requests which Fastify refuses before routing get error documents too:
 * `Fastify({ ...fastifyOptions(dispatch, '/1.0'), https })`.
 */
export const fastifyOptions = (dispatch: Dispatch, prefix: string) => anyFastifyOptions(dispatch, prefix, refuseClient);
