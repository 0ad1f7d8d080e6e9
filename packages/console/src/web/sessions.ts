import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Address of the browser, on which the networks of a key may depend. */
export interface Visitor {
  address: string;
}

/** Sessions of people who have signed in with an API key. */
export interface Sessions {
  /** Opens a session and returns its token, or `undefined` if the key may not be used. */
  open(key: string, visitor: Visitor): Promise<string | undefined>;
  /** Returns the key of a session, or `undefined` if the session has ended or idled out. */
  findKey(token: string): Promise<string | undefined>;
  close(token: string): Promise<void>;
}

const hour = 3_600_000;
const maxMillis = 12 * hour;
const idleMillis = hour;

interface Session {
  key: string;
  opened: number;
  seen: number;
}

/** Sessions in the memory of this process: they end with it. `check` reports whether a key may be used. */
export function memorySessions(
  check: (key: string, visitor: Visitor) => Promise<boolean>,
  now: () => number = Date.now,
): Sessions {
  const sessions = new Map<string, Session>();
  const purge = () => {
    for (const [hash, { opened, seen }] of sessions)
      if (now() >= opened + maxMillis || now() >= seen + idleMillis) sessions.delete(hash);
  };
  return {
    async open(key, visitor) {
      if (!(await check(key, visitor))) return undefined;
      purge();
      const token = randomBytes(24).toString('base64url');
      sessions.set(hashToken(token), { key, opened: now(), seen: now() });
      return token;
    },
    async findKey(token) {
      purge();
      const session = sessions.get(hashToken(token));
      if (session) session.seen = now();
      return session?.key;
    },
    async close(token) {
      sessions.delete(hashToken(token));
    },
  };
}

const hashToken = (token: string) => createHash('sha256').update(token).digest('base64url');

/** Token that every form of a session contains: other sites cannot know it. */
export const formToken = (token: string) => createHmac('sha256', token).update('form').digest('base64url');

export function isFormToken(token: string, given: string): boolean {
  const wanted = Buffer.from(formToken(token));
  const actual = Buffer.from(given);
  return wanted.length === actual.length && timingSafeEqual(wanted, actual);
}

/** The prefix binds the cookie to this host, to HTTPS and to all paths (RFC 6265bis). */
const cookieName = '__Host-mailwright';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';

export const sessionCookie = (token: string) => `${cookieName}=${token}; ${attributes}; Max-Age=${maxMillis / 1000}`;
export const endedCookie = `${cookieName}=; ${attributes}; Max-Age=0`;

const cookie = new RegExp(`(?:^|; ?)${cookieName}=([\\w.-]{1,200})(?:;|$)`);

export const readToken = (request: Request): string | undefined =>
  cookie.exec(request.headers.get('cookie') ?? '')?.[1];

/** Cookie of somebody who signs in at a provider. Lax, because the provider sends the browser back. */
const handshakeName = '__Host-mailwright-handshake';
const handshakeAttributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
export const handshakeCookie = (secret: string) => `${handshakeName}=${secret}; ${handshakeAttributes}; Max-Age=600`;
export const endedHandshake = `${handshakeName}=; ${handshakeAttributes}; Max-Age=0`;

const handshake = new RegExp(`(?:^|; ?)${handshakeName}=([\\w.-]{1,200})(?:;|$)`);

export const readHandshakeSecret = (request: Request): string | undefined =>
  handshake.exec(request.headers.get('cookie') ?? '')?.[1];

/** Reports whether a page of another site made the request (Fetch Metadata). */
export function isFromOtherSite(headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  return site !== null && site !== 'same-origin' && site !== 'none';
}
