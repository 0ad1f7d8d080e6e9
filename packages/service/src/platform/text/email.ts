import { domainToASCII } from 'node:url';

export interface EmailAddress {
  /** Local part as typed, in Unicode's composed form; domain in lower case as A-labels: what mail is sent to. */
  address: string;
  /** The form that lookups compare: all in lower case. */
  folded: string;
}

/** Returns the domain of an address in lower case, as A-labels if it is internationalised. */
export function toDomain(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1);
  return domainToASCII(domain) || domain.toLowerCase();
}

/** Characters that nobody sees would make two addresses of one that people read; blacklists would know one of them. */
const localPart = /^[^\s@<>()[\],;:"\\\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]{1,64}$/u;
const domainLabel = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * Reads an email address (RFC 5321 mailbox with a dot-atom local part, which may be UTF-8 by RFC 6531; the domain may be
 * internationalised and has at least two labels). Undefined when it is none, or holds what nobody sees.
 */
export function parseEmail(text: string): EmailAddress | undefined {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > 254) return undefined;
  const local = text.slice(0, at).normalize('NFC');
  const domain = domainToASCII(text.slice(at + 1));
  if (!localPart.test(local) || local.startsWith('.') || local.endsWith('.') || local.includes('..')) return undefined;
  const labels = domain.split('.');
  if (domain.length > 253 || labels.length < 2 || !labels.every((label) => domainLabel.test(label))) return undefined;
  if (/^\d+$/.test(labels.at(-1)!)) return undefined;
  return { address: `${local}@${domain}`, folded: `${local.toLowerCase().normalize('NFC')}@${domain}` };
}
