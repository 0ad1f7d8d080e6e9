import type { OpenApiDocument, Operation } from '@mailwright/codegen/description';
import { header, type SentRequest } from '../exchange/exchange.ts';

interface Scheme {
  type?: string;
  scheme?: string;
  in?: string;
  name?: string;
}

/** Whether a request brings some credentials of a kind that the description knows; nobody asks whether they are right. */
export function hasCredentials(document: OpenApiDocument, { secured }: Operation, request: SentRequest): boolean {
  const schemes: Scheme[] = Object.values(document.components?.securitySchemes ?? {});
  return !secured || schemes.length === 0 || schemes.some((scheme) => brings(scheme, request));
}

function brings({ type, in: place, name = '' }: Scheme, { headers, url }: SentRequest): boolean {
  if (type !== 'apiKey') return header(headers, 'authorization') !== undefined;
  if (place === 'query') return new URL(url).searchParams.has(name);
  if (place === 'cookie') return new RegExp(`(^|;\\s*)${name}=`).test(header(headers, 'cookie') ?? '');
  return header(headers, name) !== undefined;
}
