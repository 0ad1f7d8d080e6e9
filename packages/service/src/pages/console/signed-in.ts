import { readKey } from '@mailwright/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isGoodFrom, type KeyHolder } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { sessionHolder } from './session.ts';

/** Returns the signed-in user; answers with the sign-in page and returns `undefined` if there is none. */
export type RequireOperator = (request: FastifyRequest, reply: FastifyReply) => Promise<KeyHolder | undefined>;

/**
 * Operators are those who have signed in, and programs that give their key in each request. A browser is never asked for
 * Basic credentials: it would keep them, and send them along with whatever other sites make it ask for.
 */
export function operatorOf(db: Db, findHolder: (key: string, address: string) => Promise<KeyHolder | undefined>) {
  return async (request: FastifyRequest): Promise<KeyHolder | undefined> => {
    const credentials = readKey(request.headers.authorization);
    const holder =
      'key' in credentials ? await findHolder(credentials.key, request.ip) : await sessionHolder(db, request);
    return holder && mayOperate(holder, request.ip) ? holder : undefined;
  };
}

/** Whether a key opens the pages for operators, there where its holder is. */
export const mayOperate = (holder: KeyHolder, address: string): boolean =>
  holder.rights.includes('get') && isGoodFrom(holder, address);

/** Sends others to the page where they can sign in. */
export function requiringOperator(find: ReturnType<typeof operatorOf>): RequireOperator {
  return async (request, reply) => {
    const holder = await find(request);
    if (holder === undefined) reply.header('cache-control', 'no-store').redirect('/', 303);
    return holder;
  };
}
