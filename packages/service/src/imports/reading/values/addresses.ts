/**
 * Returns the address in a text such as `Ada <ada@example.org>`, `<ada@example.org>` or `mailto:ada@example.org`; any other text
 * as it is. A name beside an address is left out: names come from columns that are mapped to them.
 */
export function bareAddress(text: string): string {
  const bracketed = /^[^<>]*<([^<>]*)>[ ;,]*$/.exec(text);
  const address = (bracketed?.[1] ?? text).trim().replace(/^mailto:/i, '');
  return address.trim();
}
