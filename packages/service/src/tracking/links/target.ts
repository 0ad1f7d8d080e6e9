import { locationOf } from '../../platform/text/location.ts';
import type { LinkType } from '../tables.ts';

/** A scheme and a host that stand in the template itself, so that no recipient's data can say where a link leads. */
const fixedHost = /^https?:\/\/[^/?#[\]{}\s]+(?=[/?#]|$)/i;
const tag = /\[(?:\[|\+\||(?=[A-Z]+\|))/;
const tags = /\[\[[^[\]]*\]\]|\[[^[\]]*\]/g;

export interface LinkAddress {
  /** Target of the redirect; with the personalization tags of the template if it is personal. */
  url: string;
  /** The address has personalization tags, which are filled when the link is followed. */
  personal: boolean;
  type: LinkType;
}

/**
 * Where the value of a link leads; undefined when it is not followed: no web address, its host would come out of
 * personalization, it is one of our own pages, or it has markup of a template language.
 * @param value of the attribute, entities decoded
 */
export function targetOf(value: string): LinkAddress | undefined {
  const url = value.replace(/[\t\r\n]/g, '').trim();
  if (!fixedHost.test(url) || /\{[{%]/.test(url)) return undefined;
  if (!URL.canParse(url.replace(tags, 'x'))) return undefined;
  const type = /\.ics(?:[?#]|$)/i.test(url) ? 'ICAL' : 'STANDARD';
  return hasTags(url) ? { url, personal: true, type } : { url: locationOf(url)!, personal: false, type };
}

/** Reports whether an address has personalization tags. */
export const hasTags = (url: string) => tag.test(url);
