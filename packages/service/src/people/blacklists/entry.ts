import { parseEmail } from '../../platform/text/email.ts';

/** An asterisk of an address itself, which RFC 5321 allows; no address has a backslash. */
const literal = '\\*';

/** The entry for one address. An entry made of an address never becomes a pattern. */
export const entryOf = (folded: string): string => folded.replaceAll('*', literal);

/** The address of an entry for a single one; undefined for all addresses of a domain or a local part. */
export function addressOf(entry: string): string | undefined {
  return hasWildcard(entry) ? undefined : entry.replaceAll(literal, '*');
}

const hasWildcard = (text: string) => text.replaceAll(literal, '').includes('*');

/**
 * The normal form of a blacklist entry: an address, all addresses of a domain (`*@example.org`), or a local part in all
 * domains (`postmaster@*`), in lower case, the domain in A-labels; `\*` is an asterisk of an address. Undefined when no
 * address can match.
 */
export function parseEntry(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (local === '*') {
    const any = parseEmail(`x@${domain}`);
    return any && `*${any.folded.slice(1)}`;
  }
  if (hasWildcard(local)) return undefined;
  const own = local.replaceAll(literal, '*');
  const folded = parseEmail(`${own}@${domain === '*' ? 'example.org' : domain}`)?.folded;
  if (folded === undefined) return undefined;
  return domain === '*' ? `${entryOf(folded).split('@')[0]}@*` : entryOf(folded);
}
