import { type Problem, UnsupportedError } from '../common/errors.ts';
import type { OpenApiDocument, SecurityRequirement, SecurityScheme } from './model.ts';
import { follow, joinPointer } from './pointer.ts';

/** The security schemes of a description that operations ask for, by name; those that it does not describe too. */
export function securitySchemes(
  document: OpenApiDocument,
  used: Iterable<SecurityRequirement>,
): Map<string, SecurityScheme> {
  const asked = new Set([...used].flatMap((requirement) => Object.keys(requirement)));
  return new Map([...asked].map((name) => [name, schemeOf(document, name)]));
}

/**
 * The requirements of an operation, or of the whole description: one of them is to be fulfilled.
 * @throws UnsupportedError for schemes that client or stub cannot honour
 */
export function securityOf(document: OpenApiDocument, security: unknown, pointer: string): SecurityRequirement[] {
  const requirements = (security ?? []) as SecurityRequirement[];
  const problems = [...new Set(requirements.flatMap(Object.keys))].flatMap((name): Problem[] => {
    const message = faultOf(document, name);
    return message === undefined
      ? []
      : [{ pointer: joinPointer(pointer, 'security'), message: `"${name}": ${message}` }];
  });
  if (problems.length > 0) throw new UnsupportedError(problems);
  return requirements;
}

/** Returns the security of operations that declare none; empty if each operation declares its own, or it is not supported. */
export function commonSecurity(
  document: OpenApiDocument,
  schemes: ReadonlyMap<string, SecurityScheme>,
): SecurityRequirement[] {
  const requirements: SecurityRequirement[] = document.security ?? [];
  return requirements.flatMap(Object.keys).every((name) => schemes.has(name)) ? requirements : [];
}

/** Reports whether a client can send the credentials. A certificate belongs to the connection; other schemes are unknown. */
export const isSendable = ({ type }: SecurityScheme): boolean => type !== 'mutualTLS' && type !== 'undescribed';

function find(document: OpenApiDocument, name: string) {
  const pointer = joinPointer('#/components/securitySchemes', name);
  return follow(document, document.components?.securitySchemes?.[name], pointer).node;
}

const PLACES = ['header', 'query', 'cookie'];

function faultOf(document: OpenApiDocument, name: string): string | undefined {
  const scheme = find(document, name);
  if (scheme === undefined) return undefined;
  const { type } = scheme;
  if (type === 'apiKey')
    return typeof scheme.name === 'string' && PLACES.includes(scheme.in)
      ? undefined
      : 'an API key needs "name", and "in": header, query or cookie';
  if (type === 'http') return typeof scheme.scheme === 'string' ? undefined : 'an HTTP scheme needs "scheme"';
  return type === 'oauth2' || type === 'openIdConnect' || type === 'mutualTLS'
    ? undefined
    : `security schemes of type ${type} are not supported`;
}

function schemeOf(document: OpenApiDocument, name: string): SecurityScheme {
  const {
    type,
    in: place,
    name: field,
    scheme,
    description,
    ...more
  } = find(document, name) ?? { type: 'undescribed' };
  return {
    type,
    description: description ?? '',
    ...(type === 'apiKey' && { in: place, name: field }),
    ...(type === 'http' && { scheme: String(scheme).toLowerCase() }),
    ...(more['x-api-key'] && { key: { minLength: 1, maxLength: 4096, ...more['x-api-key'] } }),
    ...(more['x-challenge'] !== undefined && { challenge: String(more['x-challenge']) }),
  };
}
