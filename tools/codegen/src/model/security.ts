import { type Problem, UnsupportedError } from '../errors.ts';
import type { Skip } from './build.ts';
import { leaveOut, operationPointers } from './leave-out.ts';
import type { ApiModel, OpenApiDocument, SecurityRequirement, SecurityScheme } from './model.ts';
import { follow, joinPointer } from './pointer.ts';

/** The security schemes of a description that operations ask for, by name. */
export function securitySchemes(
  document: OpenApiDocument,
  used: Iterable<SecurityRequirement>,
): Map<string, SecurityScheme> {
  const asked = new Set([...used].flatMap((requirement) => Object.keys(requirement)));
  const names = [...asked].filter((name) => find(document, name) !== undefined);
  return new Map(names.map((name) => [name, schemeOf(document, name)]));
}

/**
 * The requirements of an operation, or of the whole description: one of them is to be fulfilled. None where one of them
 * names a scheme that is not described (see `withKnownSecurity`).
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
  const isDescribed = requirements.every((each) =>
    Object.keys(each).every((name) => find(document, name) !== undefined),
  );
  return isDescribed ? requirements : [];
}

/** What operations ask for that say nothing else; nothing where that cannot be honoured, which they tell themselves. */
export function commonSecurity(document: OpenApiDocument): SecurityRequirement[] {
  const requirements: SecurityRequirement[] = document.security ?? [];
  const names = requirements.flatMap(Object.keys);
  return names.every((name) => find(document, name) && faultOf(document, name) === undefined) ? requirements : [];
}

/**
 * The model without operations that ask for a scheme that is not described.
 * @throws UnsupportedError with all of these, when there is no `skip` to tell them to
 */
export function withKnownSecurity(model: ApiModel, skip?: Skip): ApiModel {
  const pointers = operationPointers(model);
  const problems = model.operations
    .filter(({ secured, security }) => secured && security === undefined)
    .map(({ id }): [string, Problem[]] => [
      id,
      [
        {
          pointer: joinPointer(pointers.get(id)!, 'security'),
          message: 'it asks for a security scheme that is not described',
        },
      ],
    ]);
  return leaveOut(model, new Map(problems), skip);
}

function find(document: OpenApiDocument, name: string) {
  const pointer = joinPointer('#/components/securitySchemes', name);
  return follow(document, document.components?.securitySchemes?.[name], pointer).node;
}

const PLACES = ['header', 'query', 'cookie'];

function faultOf(document: OpenApiDocument, name: string): string | undefined {
  const scheme = find(document, name);
  if (scheme === undefined) return undefined;
  const { type } = scheme;
  if (type === 'mutualTLS') return 'mutualTLS is not supported: neither fetch nor a handler sees the certificate';
  if (type === 'apiKey')
    return typeof scheme.name === 'string' && PLACES.includes(scheme.in)
      ? undefined
      : 'an API key needs "name", and "in": header, query or cookie';
  if (type === 'http') return typeof scheme.scheme === 'string' ? undefined : 'an HTTP scheme needs "scheme"';
  return type === 'oauth2' || type === 'openIdConnect'
    ? undefined
    : `security schemes of type ${type} are not supported`;
}

function schemeOf(document: OpenApiDocument, name: string): SecurityScheme {
  const { type, in: place, name: field, scheme, description, ...more } = find(document, name);
  return {
    type,
    description: description ?? '',
    ...(type === 'apiKey' && { in: place, name: field }),
    ...(type === 'http' && { scheme: String(scheme).toLowerCase() }),
    ...(more['x-api-key'] && { key: { minLength: 1, maxLength: 4096, ...more['x-api-key'] } }),
    ...(more['x-challenge'] !== undefined && { challenge: String(more['x-challenge']) }),
  };
}
