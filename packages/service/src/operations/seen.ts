import { createHash } from 'node:crypto';
import { conflict } from '@mailwright/server';

/** The entity tag of a version. */
export const etag = (version: string): string => `"${version}"`;

/** The entity tag of what people see and change. */
export const etagOf = (shown: unknown): string =>
  etag(createHash('sha256').update(JSON.stringify(shown)).digest('base64url'));

/** An entity tag, and whether it is weak; tags may have commas. */
const tags = /(W\/)?("[^"]*")/g;

/** Reports whether the value of If-Match, `*` or a list, has an entity tag. Weak ones match nothing (RFC 9110, section 13.1.1). */
export const matchesTag = (seen: string, now: string): boolean =>
  seen === '*' || Array.from(seen.matchAll(tags)).some(([, weak, tag]) => weak === undefined && tag === now);

/**
 * Refuses a change of what somebody has not seen. To be called with what is locked until the change is done.
 * @param what names it at the beginning of a sentence
 * @param now its entity tag
 * @param seen value of If-Match
 * @throws ApiError 409
 */
export function requireSeen(what: string, now: string, seen: string | undefined): void {
  if (seen === undefined || matchesTag(seen, now)) return;
  throw conflict(`${what} was changed: the version is ${now} now, not ${seen}. Get it again before you change it.`);
}
