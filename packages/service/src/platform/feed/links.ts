/** Returns an address made absolute by a base; one that is absolute already stays as it is written. Empty if it is no address. */
export function absoluteLink(link: unknown, base: string): string {
  if (typeof link !== 'string' || link === '') return '';
  if (URL.canParse(link)) return link;
  return URL.canParse(link, base) ? new URL(link, base).href : '';
}

/**
 * Returns the base of the links of an RSS, RDF or JSON feed: `xml:base` of the root and the channel, or else the page that
 * the channel links to, or else the address of the feed.
 */
export function channelBase(
  text: string,
  feed: { link?: unknown; home_page_url?: unknown; xml?: { base?: unknown } },
  url: string,
): string {
  const page = absoluteLink(feed.link ?? feed.home_page_url, url) || url;
  const root = absoluteLink(feed.xml?.base, url);
  const ofChannel = /<channel\b[^<>]*?\sxml:base\s*=\s*["']([^"'<>]*)["']/.exec(text)?.[1];
  return absoluteLink(ofChannel, root || page) || root || page;
}
