import { parseEmail } from '../../platform/text/email.ts';

/**
 * The normal form of a blacklist entry: an address, all addresses of a domain (`*@example.org`), or a local part in all
 * domains (`postmaster@*`), in lower case, the domain in A-labels. Undefined when no address can match.
 */
export function parseEntry(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  if (local === '*') {
    const any = parseEmail(`x@${domain}`);
    return any && `*${any.folded.slice(1)}`;
  }
  if (domain === '*') {
    const some = parseEmail(`${local}@example.org`);
    return some && !local.includes('*') ? `${some.folded.split('@')[0]}@*` : undefined;
  }
  return local.includes('*') ? undefined : parseEmail(text)?.folded;
}
