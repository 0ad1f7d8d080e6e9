/** Tags of a record (RFC 6376, section 3.2): names in small letters, each with its first value. */
export function readTags(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const tag of text.split(';')) {
    const at = tag.indexOf('=');
    const name = tag.slice(0, at).trim().toLowerCase();
    if (at > 0 && !tags.has(name)) tags.set(name, tag.slice(at + 1).trim());
  }
  return tags;
}
