export interface MediaType {
  /** Lower case, without parameters: `text/html`. */
  type: string;
  /** Lower case; undefined if not given. */
  charset: string | undefined;
}

const token = /^[\w!#$&^.+*%'`|~-]+\/[\w!#$&^.+*%'`|~-]+$/;

/** Parses a Content-Type (RFC 9110 section 8.3); undefined if it is invalid. */
export function parseMediaType(header: string): MediaType | undefined {
  const [first = '', ...parameters] = header.split(';');
  const type = first.trim().toLowerCase();
  if (!token.test(type)) return undefined;
  let charset: string | undefined;
  for (const parameter of parameters) {
    const at = parameter.indexOf('=');
    if (at > 0 && parameter.slice(0, at).trim().toLowerCase() === 'charset') {
      charset = parameter
        .slice(at + 1)
        .trim()
        .replaceAll('"', '')
        .toLowerCase();
    }
  }
  return { type, charset };
}

/** Type and subtype, without parameters. */
export const essenceOf = (mediaType: string): string => mediaType.split(';', 1)[0]!.trim().toLowerCase();

/** The parameters that tell media types apart, `version=1`; those of an encoding or a weight do not. */
export const parametersOf = (mediaType: string): string[] =>
  mediaType
    .split(';')
    .slice(1)
    .map((each) => each.replaceAll(/[\s"]/g, '').toLowerCase())
    .filter((each) => each !== '' && !/^(charset|boundary|q)=/.test(each));

/** Reports whether a media type has all these parameters. */
export const hasParameters = (mediaType: string, parameters: readonly string[]): boolean => {
  const own = parametersOf(mediaType);
  return parameters.every((each) => own.includes(each));
};

/** Reports whether a media type matches a range such as `image/*`. */
export function inRange(type: string, range: string): boolean {
  if (range === type || range === '*/*') return true;
  return range.endsWith('/*') && type.startsWith(range.slice(0, -1));
}

/** Generic media types that a client may also use for a vendor type. */
export function generalisations(mediaType: string): string[] {
  const type = essenceOf(mediaType);
  if (type.endsWith('+xml')) return ['application/xml', 'text/xml'];
  if (type.endsWith('+json')) return ['application/json'];
  return [];
}
