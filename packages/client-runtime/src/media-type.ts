/** Type and subtype in lower case, without parameters. */
function essence(mediaType: string): string {
  return mediaType.split(';', 1)[0]!.trim().toLowerCase();
}

/**
 * The content for a body of this media type: of the same type, of a range that includes it, or of the same syntax
 * (`application/xml` for a vendor's `+xml`). Without a media type, the first.
 */
export function contentFor<Content extends { readonly type: string }>(
  contents: readonly Content[],
  mediaType: string | undefined,
): Content | undefined {
  if (!mediaType) return contents[0];
  const wanted = essence(mediaType);
  return (
    contents.find(({ type }) => essence(type) === wanted) ??
    contents.find(({ type }) => covers(essence(type), wanted)) ??
    contents.find(({ type }) => syntax(wanted) !== undefined && syntax(essence(type)) === syntax(wanted))
  );
}

export function isRange(mediaType: string): boolean {
  return mediaType.includes('*');
}

function covers(range: string, type: string): boolean {
  return range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

function syntax(type: string): string | undefined {
  return /[/+](xml|json)$/.exec(type)?.[1];
}
