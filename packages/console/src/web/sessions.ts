import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { secretCookie } from '@mailwright/server-runtime/web';

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

/** Reports whether a form has the token of a session. The signed name of its owner may follow it. */
export function isFormToken(token: string, given: string): boolean {
  const wanted = Buffer.from(formToken(token));
  const actual = Buffer.from(given.split('.', 1)[0]!);
  return wanted.length === actual.length && timingSafeEqual(wanted, actual);
}

/** The cookie by which a browser is known at `/console` and at the pages of the service beside it. */
export const sessionCookie = secretCookie('mailwright', { sameSite: 'Strict', seconds: maxMillis / 1000 });

/** Cookie of somebody who signs in at a provider. Lax, because the provider sends the browser back. */
export const handshakeCookie = secretCookie('mailwright-handshake', { sameSite: 'Lax', seconds: 600 });
