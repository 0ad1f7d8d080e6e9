import type { SecurityRequirement, SecuritySchemeTable } from './api.ts';
import { ApiError, forbidden } from './api-error.ts';
import { type Credentials, readCredentials } from './credentials.ts';
import type { Attempt, Names, Principal } from './hooks.ts';
import { isPromise, type MaybePromise } from './maybe-promise.ts';
import { header, type RawRequest } from './raw.ts';
import { show } from './text.ts';

/** The caller of a request; `principals` by name of the security scheme. */
export interface Authenticated<P> {
  principal: P | undefined;
  principals: Readonly<Record<string, P>>;
}

const nobody: Authenticated<never> = { principal: undefined, principals: {} };

/**
 * Authenticates a request that satisfies one of the requirements, each of which can combine schemes (OpenAPI 3.1, Security
 * Requirement Object). An empty requirement allows anonymous requests. @throws ApiError 401; 403 if a scope is missing
 */
export type Authenticate<P> = (request: RawRequest) => MaybePromise<Authenticated<P>>;

interface Scheme {
  name: string;
  table: SecuritySchemeTable;
  scopes: readonly string[];
}

export function authenticator<P extends Principal>(
  requirements: readonly SecurityRequirement[],
  schemes: Readonly<Record<string, SecuritySchemeTable>>,
  authenticate: (attempt: Attempt) => MaybePromise<P | undefined>,
): Authenticate<P> | undefined {
  const alternatives = requirements.map((requirement) =>
    Object.entries(requirement).map(([name, scopes]): Scheme => {
      const table = schemes[name];
      if (table === undefined) throw new Error(`There is no security scheme "${name}"`);
      return { name, table, scopes };
    }),
  );
  const isOptional = alternatives.some((alternative) => alternative.length === 0);
  const asked = alternatives.filter((alternative) => alternative.length > 0);
  if (asked.length === 0) return undefined;
  const refusal = refusals(asked.map((alternative) => alternative.map(({ table }) => table)));

  return (request) => {
    const offered = asked.flatMap((alternative) => {
      const credentials = alternative.map(({ table }) => readCredentials(table, request));
      return credentials.every((each) => each !== undefined) ? [{ alternative, credentials }] : [];
    });
    if (offered.length > 0) return firstKnown(offered, 0, request);
    if (isOptional) return nobody;
    throw refusal.absent(request);
  };

  /** Tries one offer after the other. */
  function firstKnown(offers: Offer[], index: number, request: RawRequest): MaybePromise<Authenticated<P>> {
    const offer = offers[index];
    if (offer === undefined) {
      if (isOptional) return nobody;
      throw refusal.unknown();
    }
    const found = offer.alternative.map(({ name, table, scopes }, i) =>
      authenticate({
        scheme: name,
        type: table.type,
        credentials: offer.credentials[i] as Credentials,
        scopes,
        request,
      }),
    );
    const next = (principals: (P | undefined)[]): MaybePromise<Authenticated<P>> =>
      principals.every((each) => each !== undefined)
        ? admitted(offer.alternative, principals)
        : firstKnown(offers, index + 1, request);
    return found.some(isPromise) ? Promise.all(found).then(next) : next(found as (P | undefined)[]);
  }
}

interface Offer {
  alternative: Scheme[];
  credentials: Credentials[];
}

function admitted<P extends Principal>(alternative: Scheme[], principals: P[]): Authenticated<P> {
  alternative.forEach(({ scopes }, index) => {
    const missing = scopes.filter((scope) => !isAmong(scope, principals[index]?.scopes, 'scopes'));
    if (missing.length === 0) return;
    throw new ApiError(403, `The token lacks the scope ${missing.map((scope) => `"${scope}"`).join(', ')}.`, {
      code: 'InsufficientScope',
      headers: [['WWW-Authenticate', `Bearer error="insufficient_scope", scope="${scopes.join(' ')}"`]],
    });
  });
  return {
    principal: principals[0],
    principals: Object.fromEntries(alternative.map(({ name }, index) => [name, principals[index] as P])),
  };
}

/** Whether a name is among the rights or scopes of a principal. @throws Error if they are neither a list nor a set */
function isAmong(name: string, names: Names | undefined, member: 'rights' | 'scopes'): boolean {
  if (names === undefined) return false;
  if (Array.isArray(names)) return names.includes(name);
  if (names instanceof Set) return names.has(name);
  throw new Error(`authenticate returned ${member} that are neither an array nor a Set of strings but ${show(names)}`);
}

/** Checks the rights of the key, `x-right` and `x-privilege` of the operation. @throws ApiError 403 */
export function demandRight(
  principal: Principal | undefined,
  { right, privilege, method, path }: { right: string; privilege?: string; method: string; path: string },
): void {
  if (principal?.rights === undefined) return;
  const missing = [right, privilege].find((each) => each !== undefined && !isAmong(each, principal.rights, 'rights'));
  if (missing === undefined) return;
  throw forbidden(
    principal.role === undefined
      ? `The API key lacks the right "${missing}", which ${method} ${path} needs.`
      : `The role ${principal.role} lacks the right "${missing}", which ${method} ${path} needs.`,
  );
}

/** Creates the 401 errors of an operation, with `WWW-Authenticate` (RFC 9110 section 15.5.2). */
function refusals(alternatives: SecuritySchemeTable[][]) {
  const tables = alternatives.flat();
  const combined = alternatives.some((alternative) => alternative.length > 1)
    ? alternatives.map((alternative) => alternative.map(placeOf).join(' and ')).join(', or ')
    : undefined;
  const unique = <T>(list: T[]): T[] => [...new Set(list)];
  const inAuthorization = tables.filter(isInAuthorization);
  const elsewhere = tables.filter((table) => !isInAuthorization(table));
  const forms = unique(inAuthorization.map(formOf)).join(' or ');
  const length = inAuthorization.find(({ key }) => key)?.key;
  const limits = length ? ` with a key of ${length.minLength} to ${length.maxLength} characters` : '';
  const places = unique(elsewhere.map(placeOf));
  const challenges = unique(tables.flatMap(challengeOf));
  const unauthorized = (message: string): ApiError =>
    new ApiError(401, message, { headers: challenges.map((challenge) => ['WWW-Authenticate', challenge]) });
  const isKey = tables.every(({ type, key }) => type === 'apiKey' || key !== undefined);
  return {
    absent(request: RawRequest): ApiError {
      if (combined !== undefined) return unauthorized(`Credentials are missing: send ${combined}.`);
      if (inAuthorization.length === 0) return unauthorized(`Credentials are missing: send ${places.join(' or ')}.`);
      const also = places.length === 0 ? '' : `, or ${places.join(' or ')}`;
      if ((header(request, 'authorization') ?? '') === '')
        return unauthorized(`The header Authorization is missing: send ${forms}${also}.`);
      return unauthorized(`The header Authorization is malformed: send ${forms}${limits}${also}.`);
    },
    unknown: () => unauthorized(isKey ? 'The API key is not valid.' : 'The credentials are not valid.'),
  };
}

/** `the header "X-Key"`, or `Authorization: "Bearer token"`. */
function placeOf(table: SecuritySchemeTable): string {
  if (table.type === 'mutualTLS') return 'a client certificate';
  if (table.type === 'undescribed') return 'other credentials';
  if (isInAuthorization(table)) return `Authorization: ${formOf(table)}`;
  return `the ${table.in === 'query' ? 'query parameter' : table.in} "${table.name}"`;
}

const isInAuthorization = ({ type }: SecuritySchemeTable): boolean =>
  type === 'http' || type === 'oauth2' || type === 'openIdConnect';

function formOf({ type, scheme = '', key }: SecuritySchemeTable): string {
  if (type === 'http' && scheme === 'basic') return key ? '"Basic base64(key)"' : '"Basic base64(user:password)"';
  if (type === 'http' && scheme !== 'bearer') return `"${scheme} …"`;
  return key ? '"Bearer key"' : '"Bearer token"';
}

function challengeOf({ type, scheme = '', in: place, name, challenge }: SecuritySchemeTable): string[] {
  if (challenge !== undefined) return challenge === '' ? [] : [challenge];
  if (type === 'mutualTLS' || type === 'undescribed') return [];
  if (type === 'apiKey') return [`ApiKey in="${place}", name="${name}"`];
  if (type === 'http' && scheme !== 'bearer')
    return [`${scheme.replace(/^./, (first) => first.toUpperCase())} realm="api"`];
  return ['Bearer'];
}
