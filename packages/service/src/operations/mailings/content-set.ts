import { reply } from '@mailwright/server';
import type { ContentChange, Mailing } from '../../mailings/index.ts';
import { tagFaults } from '../../quality/index.ts';
import type { Context } from '../context.ts';

/** Warnings that an answer has at most; the personalization check tells all. */
const mostTold = 10;

/** Answer to a content that was set: 200, and `Personalization-Warnings` when it has tags that cannot be filled. */
export async function contentSet({ db, account }: Context, mailing: Mailing, parts: ContentChange) {
  const faults = await tagFaults(db, account, mailing, { parts });
  if (faults.length === 0) return reply(200);
  const warnings = faults.slice(0, mostTold).map(({ message, location }) => `${quoted(message)};in=${location}`);
  return reply(200, undefined, { 'personalization-warnings': warnings.join(', ') });
}

/** A string of a structured field (RFC 9651 section 3.3.3), which is ASCII. */
const quoted = (text: string): string =>
  `"${text
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, 500)
    .replace(/["\\]/g, '\\$&')}"`;
