import type { Content } from './model.ts';

/** `application/xml; charset=utf-8` -> `application/xml`; any type of a syntax, `application/*+json`, is the plain one. */
export function mediaTypeOf(text: string): string {
  const type = text.split(';')[0]!.trim().toLowerCase();
  return type.replace(/^[^/]+\/\*\+(json|xml)$/, 'application/$1');
}

/** Returns the type of a body of this media type. Ranges other than `text/*` are binary. */
export function mediaKind(mediaType: string): Content['kind'] {
  const [type, subtype = ''] = mediaTypeOf(mediaType).split('/');
  if (subtype === 'xml' || subtype.endsWith('+xml')) return 'xml';
  if (subtype === 'json' || subtype.endsWith('+json')) return 'json';
  return type === 'text' ? 'text' : 'binary';
}
