import { readKey } from '@mailwright/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isGoodFrom, type KeyHolder } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { page, pageHeaders } from '../../platform/http/page.ts';
import { sessionHolder } from './session.ts';

/** Returns the signed-in administrator; answers the request and returns `undefined` if there is none. */
export type RequireAdministrator = (request: FastifyRequest, reply: FastifyReply) => Promise<KeyHolder | undefined>;

/**
 * Visitors of the pages beside the console are those who have signed in, and programs that give their key in each request. A browser is never asked for
 * Basic credentials: it would keep them, and send them along with whatever other sites make it ask for.
 */
export function visitorOf(db: Db, findHolder: (key: string, address: string) => Promise<KeyHolder | undefined>) {
  return async (request: FastifyRequest): Promise<KeyHolder | undefined> => {
    const credentials = readKey(request.headers.authorization);
    const holder =
      'key' in credentials ? await findHolder(credentials.key, request.ip) : await sessionHolder(db, request);
    return holder && mayOperate(holder, request.ip) ? holder : undefined;
  };
}

/** Whether a key opens the console, there where its holder is. */
export const mayOperate = (holder: KeyHolder, address: string): boolean =>
  holder.rights.includes('get') && isGoodFrom(holder, address);

const refused = page(
  'Not allowed',
  '<h1>Only administrators of the account may see this</h1><p>Mails have links with which one acts for their recipients. <a href="/console">Back to the console</a></p>',
);

/** Sends people who have not signed in to the console, and refuses those who do not administer the account. */
export function requiringAdministrator(find: ReturnType<typeof visitorOf>): RequireAdministrator {
  return async (request, reply) => {
    const holder = await find(request);
    if (holder?.privileges.includes('administer')) return holder;
    reply.header('cache-control', 'no-store');
    if (holder === undefined) reply.redirect('/console', 303);
    else reply.code(403).headers(pageHeaders).send(refused);
    return undefined;
  };
}
