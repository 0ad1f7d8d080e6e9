import { parseEmail } from '../../../platform/text/email.ts';

/** Returns a domain name in lower case, as A-labels, without a final dot; undefined for what is none. */
export function toDomainName(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > 300) return undefined;
  const name = text.trim().replace(/\.$/, '');
  return parseEmail(`x@${name}`)?.address.slice('x@'.length);
}
