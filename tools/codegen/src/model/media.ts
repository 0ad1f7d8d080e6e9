import type { Content } from './model.ts';

/** `application/xml; charset=utf-8` -> `application/xml`; any type of a syntax, `application/*+json`, is the plain one. */
export function mediaTypeOf(text: string): string {
  const type = text.split(';')[0]!.trim().toLowerCase();
  return type.replace(/^[^/]+\/\*\+(json|xml)$/, 'application/$1');
}

/** With the parameters that tell media types apart, `application/vnd.api+json;version=1`. */
export function wholeMediaType(text: string): string {
  const parameters = text
    .split(';')
    .slice(1)
    .map((each) => each.trim());
  const isKept = (each: string) => each !== '' && !/^(boundary|q)\s*=/i.test(each) && !isUsualCharset(each);
  const isCharset = (each: string) => /^charset\s*=/i.test(each);
  const ofText = mediaKind(text) === 'text';
  return [mediaTypeOf(text), ...parameters.filter((each) => isKept(each) && (ofText || !isCharset(each)))].join(';');
}

const isUsualCharset = (parameter: string): boolean => /^charset\s*=\s*"?utf-?8"?$/i.test(parameter);

/** Returns the type of a body of this media type. Ranges other than `text/*` are binary. */
export function mediaKind(mediaType: string): Content['kind'] {
  const [type, subtype = ''] = mediaTypeOf(mediaType).split('/');
  if (subtype === 'xml' || subtype.endsWith('+xml')) return 'xml';
  if (subtype === 'json' || subtype.endsWith('+json')) return 'json';
  return type === 'text' ? 'text' : 'binary';
}
