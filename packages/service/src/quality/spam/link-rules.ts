import { isIP } from 'node:net';
import type { SpamRule } from './rule.ts';

const shorteners = new Set([
  'bit.ly',
  'tinyurl.com',
  'goo.gl',
  't.co',
  'ow.ly',
  'is.gd',
  'buff.ly',
  'rebrand.ly',
  'cutt.ly',
]);
const cheap = /\.(?:top|xyz|click|loan|work|gq|tk|ml|cf|ga|icu|rest|zip|mov)$/i;

/** Rules on links. */
/** Returns a text without its links. */
const withoutLinks = (text: string) =>
  text
    .split(/\s+/)
    .filter((word) => !/.:\/\/./.test(word))
    .join(' ')
    .trim();

export const linkRules: readonly SpamRule[] = [
  {
    name: 'NUMERIC_HOST',
    score: 1.2,
    description: 'A link leads to a bare IP address.',
    meets: ({ hosts }) => hosts.some((host) => isIP(host.replace(/^\[|\]$/g, '')) !== 0),
  },
  {
    name: 'URL_SHORTENER',
    score: 1,
    description: 'A link leads to an address shortener.',
    meets: ({ hosts }) => hosts.some((host) => shorteners.has(host)),
  },
  {
    name: 'URL_CHEAP_DOMAIN',
    score: 0.8,
    description: 'A link leads to a top-level domain that is common in spam.',
    meets: ({ hosts }) => hosts.some((host) => cheap.test(host)),
  },
  {
    name: 'URL_PUNYCODE',
    score: 0.5,
    description: 'A link leads to a domain that may look like another one.',
    meets: ({ hosts }) => hosts.some((host) => /(?:^|\.)xn--/.test(host)),
  },
  {
    name: 'URL_PORT',
    score: 0.6,
    description: 'A link leads to an unusual port.',
    meets: ({ links }) =>
      links.some(({ url }) => /^https?:/i.test(url) && URL.canParse(url) && !['', '8443'].includes(new URL(url).port)),
  },
  {
    name: 'URL_USERINFO',
    score: 2,
    description: 'A link has a user name, which hides where it leads.',
    meets: ({ links }) => links.some(({ url }) => URL.canParse(url) && new URL(url).username !== ''),
  },
  {
    name: 'URL_HTTP',
    score: 0.3,
    description: 'A link uses http instead of https.',
    meets: ({ links }) => links.some(({ url }) => /^http:/i.test(url)),
  },
  {
    name: 'URL_EXECUTABLE',
    score: 1.5,
    description: 'A link leads to an executable file.',
    meets: ({ links }) => links.some(({ url }) => /\.(exe|scr|bat|apk|msi|jar)(?:[?#]|$)/i.test(url)),
  },
  {
    name: 'URL_LABEL_DIFFERS',
    score: 1.5,
    description: 'The text of a link shows another address than the link leads to.',
    meets: ({ links }) =>
      links.some(({ url, label }) => {
        const shown = /^https?:\/\/([^\s/?#]+)/i.exec(label)?.[1]?.toLowerCase();
        return shown !== undefined && URL.canParse(url) && !new URL(url).host.endsWith(shown.replace(/^www\./, ''));
      }),
  },
  {
    name: 'URL_MANY',
    score: 0.5,
    description: 'There are more than 80 links.',
    meets: ({ links }) => links.length > 80,
  },
  {
    name: 'URL_MANY_DOMAINS',
    score: 0.6,
    description: 'The links lead to more than 12 hosts.',
    meets: ({ hosts }) => new Set(hosts).size > 12,
  },
  {
    name: 'URL_ONLY',
    score: 1,
    description: 'The mail has a link and hardly any text.',
    meets: ({ links, text, html }) => links.length > 0 && html === '' && withoutLinks(text).length < 30,
  },
];
