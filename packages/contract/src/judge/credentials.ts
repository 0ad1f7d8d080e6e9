import type { ApiModel, OpenApiDocument, Operation } from '@mailwright/codegen/description';
import { header, type SentRequest } from '../exchange/exchange.ts';

interface Scheme {
  type?: string;
  scheme?: string;
  in?: string;
  name?: string;
  'x-challenge'?: string;
}

/**
 * Reports whether a request brings some credentials of a kind that the description knows; nobody asks whether they are right.
 */
export function hasCredentials(document: OpenApiDocument, { secured }: Operation, request: SentRequest): boolean {
  const schemes: Scheme[] = Object.values(document.components?.securitySchemes ?? {});
  return !secured || schemes.length === 0 || schemes.some((scheme) => brings(scheme, request));
}

/** Returns the challenges of a 401 response, one for each scheme of the operation: `Bearer realm="mock"`. */
export function challenges(
  { document, security: ofAll }: ApiModel,
  { security = ofAll }: Pick<Operation, 'security'>,
): string {
  const schemes: Record<string, Scheme> = document.components?.securitySchemes ?? {};
  const wanted = security.flatMap((each) => Object.keys(each)).flatMap((name) => schemes[name] ?? []);
  return [...new Set(wanted.map(challengeOf))].filter((each) => each !== '').join(', ') || 'Basic realm="mock"';
}

/** Names that are registered for HTTP; keys in a place of their own have none. */
function challengeOf({ type, scheme = 'basic', 'x-challenge': own }: Scheme): string {
  if (own !== undefined) return own;
  if (type === 'apiKey') return 'ApiKey realm="mock"';
  return `${type === 'http' ? scheme.replace(/^./, (first) => first.toUpperCase()) : 'Bearer'} realm="mock"`;
}

function brings({ type, in: place, name = '' }: Scheme, { headers, url }: SentRequest): boolean {
  if (type !== 'apiKey') return header(headers, 'authorization') !== undefined;
  if (place === 'query') return new URL(url).searchParams.has(name);
  if (place === 'cookie') return new RegExp(`(^|;\\s*)${name}=`).test(header(headers, 'cookie') ?? '');
  return header(headers, name) !== undefined;
}
