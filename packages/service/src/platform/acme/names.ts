import { domainToASCII } from 'node:url';

/** A certificate of more names is not what one service needs; authorities permit about 100. */
const mostNames = 20;

/**
 * Reads names of a certificate, separated by commas, in the form that certificates have: small letters, Punycode.
 * @throws Error if one of them cannot be proven by HTTP or TLS
 */
export function readNames(text: string): string[] {
  const names = [...new Set(text.split(',').map((part) => readName(part.trim())))];
  if (names.length > mostNames) throw new Error(`There may be ${mostNames} names at most, not ${names.length}.`);
  return names;
}

function readName(text: string): string {
  if (text.startsWith('*.'))
    throw new Error(`"${text}" cannot be proven by HTTP or TLS: give each name, such as news.example.com.`);
  const name = domainToASCII(text.replace(/\.$/, ''));
  const labels = name.split('.');
  const isName =
    labels.length > 1 &&
    name.length <= 253 &&
    labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(label)) &&
    !/^\d+$/.test(labels.at(-1)!);
  if (!isName) throw new Error(`"${text}" is not the name of a host on the internet, such as news.example.com.`);
  return name;
}

/** Whether two lists have the same names, in any order. */
export const haveSameNames = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((name) => others.includes(name));
