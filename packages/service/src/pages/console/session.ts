import { sessionCookie } from '@mailwright/console';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  deleteSession,
  findSessionHolder,
  insertSession,
  type KeyHolder,
  type SessionName,
} from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';

/** Signs a browser in. The session ends with its key too. */
export async function openSession(
  db: Db,
  reply: FastifyReply,
  holder: KeyHolder,
  key: string,
  remoteAddress: string,
): Promise<void> {
  const { accountId, token } = await insertSession(db, holder, key, remoteAddress);
  reply.header('set-cookie', sessionCookie.write(`${accountId}.${token}`));
}

/** Signs a browser out; copies of its cookie are not valid any more. */
export async function closeSession(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const session = readCookie(request);
  if (session) await deleteSession(db, session);
  reply.header('set-cookie', sessionCookie.end);
}

/** Returns who is signed in, or undefined if the session or its key has ended. */
export async function sessionHolder(db: Db, request: FastifyRequest): Promise<KeyHolder | undefined> {
  const session = readCookie(request);
  return session && findSessionHolder(db, session);
}

const sessionName = /^(\d{1,15})\.([\w-]{22})$/;

const readCookie = ({ headers }: FastifyRequest) => readName(sessionCookie.read(headers.cookie) ?? '');

/** Returns the session that the value of a cookie names. */
export function readName(value: string): SessionName | undefined {
  const [, accountId, token] = sessionName.exec(value) ?? [];
  return token === undefined ? undefined : { accountId: Number(accountId), token };
}
