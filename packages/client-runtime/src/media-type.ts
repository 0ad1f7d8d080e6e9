import type { IsMediaType } from './operation.ts';

/** Type and subtype in lower case, without parameters. */
function essence(mediaType: string): string {
  return mediaType.split(';', 1)[0]!.trim().toLowerCase();
}

/** A media type, and a test for others that mean it, if it has parameters. */
interface Typed {
  readonly type: string;
  readonly is?: IsMediaType;
}

/**
 * The content for a body of this media type: of the same type, with the same parameters if one has them, of a range that includes
 * it, or of the same syntax (`application/xml` for a vendor's `+xml`). Without a media type, the first.
 */
export function contentFor<Content extends Typed>(
  contents: readonly Content[],
  mediaType: string | undefined,
): Content | undefined {
  if (!mediaType) return contents[0];
  const wanted = essence(mediaType);
  return (
    contents.find(({ type, is }) => is?.(mediaType, type)) ??
    contents.find(({ type }) => essence(type) === wanted) ??
    contents.find(({ type }) => covers(essence(type), wanted)) ??
    contents.find(({ type }) => syntax(wanted) !== undefined && syntax(essence(type)) === syntax(wanted))
  );
}

/** Reports whether a media type is a described one and has its parameters, `version=1`; a charset counts for nothing. */
export function hasParameters(mediaType: string, described: string): boolean {
  const partsOf = (text: string) => text.toLowerCase().replace(/[\s"]/g, '').split(';');
  const given = partsOf(mediaType);
  return partsOf(described).every((part) => part.startsWith('charset=') || given.includes(part));
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
