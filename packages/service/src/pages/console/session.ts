import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { findHolderOfKey, type KeyHolder } from '../../account/index.ts';
import type { Schema } from '../../platform/database/schema.ts';

/** The prefix binds it to this host, to HTTPS, and to all paths (RFC 6265bis). */
const cookieName = '__Host-mailwright';
const hour = 3_600_000;
const lifetime = 12 * hour;
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

/**
 * Signs a browser in. The cookie names the key and is signed with a secret of the account: nothing is stored, and it ends
 * with the key.
 */
export function openSession(reply: FastifyReply, holder: KeyHolder, now = Date.now()): void {
  const name = `${holder.account.id}.${holder.keyId}.${now + lifetime}`;
  const value = `${name}.${macOf(holder, name).toString('base64url')}`;
  reply.header('set-cookie', `${cookieName}=${value}; ${attributes}; Max-Age=${lifetime / 1000}`);
}

export function closeSession(reply: FastifyReply): void {
  reply.header('set-cookie', `${cookieName}=; ${attributes}; Max-Age=0`);
}

/** Who is signed in; undefined when nobody is, or the key has ended. */
export async function sessionHolder(
  db: Kysely<Schema>,
  request: FastifyRequest,
  now = Date.now(),
): Promise<KeyHolder | undefined> {
  const [, account, key, expires, mac] = cookie.exec(request.headers.cookie ?? '') ?? [];
  if (mac === undefined || Number(expires) < now) return undefined;
  const holder = await findHolderOfKey(db, Number(account), Number(key));
  if (holder === undefined) return undefined;
  const wanted = macOf(holder, `${account}.${key}.${expires}`);
  const given = Buffer.from(mac, 'base64url');
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? holder : undefined;
}

const cookie = /(?:^|; ?)__Host-mailwright=(\d{1,15})\.(\d{1,15})\.(\d{1,15})\.([\w-]{43})(?:;|$)/;

function macOf({ account }: KeyHolder, name: string): Buffer {
  return createHmac('sha256', account.secret).update(`console session ${name}`).digest();
}
