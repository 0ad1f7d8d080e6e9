const htmlEntities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

export function escapeHtml(text: string): string {
  // Most values have none of them, and a test takes a fraction of a replacement that finds nothing.
  if (!/[&<>"']/.test(text)) return text;
  return text.replace(/[&<>"']/g, (character) => htmlEntities.get(character)!);
}

/** A value of an attribute that may stand without quotation marks. */
export function escapeAttribute(text: string): string {
  if (!/[&<>"'`=\s]/.test(text)) return text;
  return text.replace(/[&<>"'`=\s]/g, (character) => htmlEntities.get(character) ?? `&#${character.charCodeAt(0)};`);
}

/** A part of a web address: percent-encoded. */
export function escapeUrlPart(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replaceAll("'", '%27');
}

/** A piece of a web address with separators of its own: only what no address may hold is percent-encoded (RFC 3986). */
export function escapeUrlPiece(text: string): string {
  return text.toWellFormed().replace(/[^\w%!#$&()*+,./:;=?@[\]~-]/gu, escapeUrlPart);
}

/** A value that an address begins with: itself if it is a web address, else a part, so that no script becomes a link. */
export function escapeUrl(text: string): string {
  const isWebAddress = /^https?:\/\//i.test(text) && URL.canParse(text);
  return isWebAddress ? new URL(text).href : escapeUrlPart(text);
}

/** A value in a header line: no line end gets out. */
export function escapeHeader(text: string): string {
  return text.replaceAll('\0', '').replace(/[\r\n]+/g, ' ');
}
