import { sessionCookie } from '@mailwright/console';
import type { FastifyRequest } from 'fastify';
import { findSessionHolder, type KeyHolder, type SessionName } from '../../account/index.ts';
import type { Db } from '../../platform/database/schema.ts';

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
