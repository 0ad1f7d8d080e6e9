import { CallError } from './errors/call-error.ts';
import type { Operation } from './operation.ts';

/** A value, or a function that returns one for each attempt, for example for tokens that expire. */
export type Secret<T = string> = T | (() => T | Promise<T>);

/** User name and password of HTTP Basic. */
export interface BasicCredentials {
  user: string;
  password: string;
}

/** Credentials for one security scheme: a key, a token, or user and password; of other HTTP schemes, their parameters. */
export type AuthValue = Secret<string | BasicCredentials>;

/** The request to which credentials are added. Existing headers are not replaced. */
export interface Unsigned {
  headers: Headers;
  url: URL;
}

/** Adds the credentials of a security scheme: `basicAuth`, `bearerAuth`, `keyInHeader('X-Key')` … */
export type Carry = (to: Unsigned, value: string | BasicCredentials) => void;

/** Security requirements of the description; generated. */
export interface Security {
  readonly schemes: { readonly [name: string]: Carry };
  /** Default requirements of operations: alternatives, each a combination of schemes. */
  readonly requirements: readonly (readonly string[])[];
}

/** Adds the credentials of the first alternative whose schemes are all configured. */
export async function authorize(
  to: Unsigned,
  { id = '', security: own }: Partial<Pick<Operation, 'id' | 'security'>>,
  { schemes, requirements }: Security,
  auth: Readonly<Record<string, AuthValue | undefined>>,
): Promise<void> {
  const combinations = own ?? requirements;
  for (const name of combinations.find((names) => names[0] && names.every((each) => auth[each] !== undefined)) ?? []) {
    const given = auth[name]!;
    const value = typeof given === 'function' ? await secretFrom(given, id) : given;
    if (value === '') throw new Error(`the credential "${name}" is empty`);
    schemes[name]!(to, value);
  }
}

/** Asks the caller's function for a secret. What it throws becomes the error of the call, under its own name and message. */
async function secretFrom<T>(give: () => T | Promise<T>, id: string): Promise<T> {
  try {
    return await give();
  } catch (cause) {
    const { name = 'CallError', message = String(cause) } = cause as Error;
    throw Object.assign(new CallError(id, message, cause), { name });
  }
}

/** Sets a header, unless the caller has set it. */
function carry({ headers }: Unsigned, name: string, value: string): void {
  if (!headers.has(name)) headers.set(name, value);
}

/** HTTP Basic (RFC 7617); a key is the user name without a password. */
export const basicAuth: Carry = (to, value) => {
  const { user, password } = typeof value === 'string' ? { user: value, password: '' } : value;
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  carry(to, 'authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`);
};

/** Another HTTP scheme, with parameters given by the caller. */
export const httpAuth =
  (scheme: string): Carry =>
  (to, value) =>
    carry(to, 'authorization', `${scheme} ${value}`);

/** HTTP Bearer (RFC 6750), OAuth 2.0, OpenID Connect. */
export const bearerAuth: Carry = /* @__PURE__ */ httpAuth('Bearer');

export const keyInHeader =
  (name: string): Carry =>
  (to, value) =>
    carry(to, name, String(value));

export const keyInQuery =
  (name: string): Carry =>
  ({ url }, value) => {
    // Not by `searchParams`, which would write the rest of the query in another way.
    if (url.searchParams.has(name)) return;
    url.search += `${url.search ? '&' : '?'}${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`;
  };

export const keyInCookie =
  (name: string): Carry =>
  ({ headers }, value) => {
    // RFC 6265, section 4.1.1; another character would end the cookie, or begin another one.
    if (!/^[!#-+\--:<-[\]-~]*$/.test(String(value)))
      throw new Error(`the cookie "${name}" has a character that no cookie can have`);
    const others = headers.get('cookie');
    headers.set('cookie', `${others ? `${others}; ` : ''}${name}=${value}`);
  };
