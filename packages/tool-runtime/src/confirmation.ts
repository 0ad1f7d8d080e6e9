import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ToolOperation } from './api.ts';

/**
 * Tokens that a call needs whose effect cannot be taken back. The first call only gets one; an assistant shows the person what
 * would happen, and makes the same call again with it.
 */
export interface Confirmations {
  issue(operation: Named, given: Readonly<Record<string, unknown>>): string;
  /** Reports whether a token was issued for this call and is not too old. */
  confirms(token: unknown, operation: Named, given: Readonly<Record<string, unknown>>): boolean;
}

/** An operation, or a tool that is none. */
type Named = Pick<ToolOperation, 'id'>;

/** Minutes in which a person decides. */
export const CONFIRMATION_MINUTES = 10;

/** Reports whether the effect of an operation cannot be taken back: it deletes, or its description says `x-confirm: true`. */
export const needsConfirmation = ({ method, confirm }: ToolOperation): boolean =>
  confirm === true || method === 'DELETE';

/**
 * Tokens that need no memory: processes with the same secret know each other's. A token is good for one call as it was made; who
 * uses it twice makes the call twice, so it is also the idempotency key where the service takes one.
 * @param secret of whoever calls, by default of this process
 * @param now in milliseconds
 */
export function createConfirmations(secret: Uint8Array = randomBytes(32), now: () => number = Date.now): Confirmations {
  const sign = (head: string, { id }: Named, given: object): Buffer =>
    createHmac('sha256', secret)
      .update(JSON.stringify([head, id, sorted(given)]))
      .digest()
      .subarray(0, 16);
  return {
    issue(operation, given) {
      const until = Math.floor(now() / 1000) + CONFIRMATION_MINUTES * 60;
      const head = `${until.toString(36)}.${randomBytes(9).toString('base64url')}`;
      return `${head}.${sign(head, operation, given).toString('base64url')}`;
    },
    confirms(token, operation, given) {
      const [, head, until, mac] = /^(([0-9a-z]{1,10})\.[\w-]{12})\.([\w-]{22})$/.exec(String(token)) ?? [];
      if (head === undefined || Number.parseInt(until!, 36) * 1000 < now()) return false;
      return timingSafeEqual(Buffer.from(mac!, 'base64url'), sign(head, operation, given));
    },
  };
}

/** The same value with the members of objects in one order: an assistant may write them in another. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([name, member]) => [name, sorted(member)]);
}
