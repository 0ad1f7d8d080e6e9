import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  deleteSession,
  findSessionHolder,
  insertSession,
  type KeyHolder,
  type SessionName,
  sessionHours,
} from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';

/** The prefix binds it to this host, to HTTPS, and to all paths (RFC 6265bis). */
const cookieName = '__Host-mailwright';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/** Signs a browser in. The session ends with its key too. */
export async function openSession(db: Db, reply: FastifyReply, holder: KeyHolder): Promise<void> {
  const { accountId, token } = await insertSession(db, holder);
  reply.header('set-cookie', `${cookieName}=${accountId}.${token}; ${attributes}; Max-Age=${sessionHours * 3600}`);
}

/** Signs a browser out; copies of its cookie are not valid any more. */
export async function closeSession(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const session = readCookie(request);
  if (session) await deleteSession(db, session);
  reply.header('set-cookie', `${cookieName}=; ${attributes}; Max-Age=0`);
}

/** Returns who is signed in, or undefined if the session or its key has ended. */
export async function sessionHolder(db: Db, request: FastifyRequest): Promise<KeyHolder | undefined> {
  const session = readCookie(request);
  return session && findSessionHolder(db, session);
}

const cookie = /(?:^|; ?)__Host-mailwright=(\d{1,15})\.([\w-]{22})(?:;|$)/;

function readCookie({ headers }: FastifyRequest): SessionName | undefined {
  const [, accountId, token] = cookie.exec(headers.cookie ?? '') ?? [];
  return token === undefined ? undefined : { accountId: Number(accountId), token };
}
