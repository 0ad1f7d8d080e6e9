import { type AccessToken, accessTokens } from '../../platform/network/access-token.ts';
import { readSecretFile } from '../../platform/text/secret-file.ts';

/**
 * Returns the URL of a relay with its password, which is read from a file (`file:/path`) or an environment variable
 * (`env:NAME`) of this process.
 * @throws Error if it cannot be read
 */
export function withPassword(address: string, source: string | null, env = process.env): string {
  if (source === null || source.startsWith('oauth:')) return address;
  const place = source.slice(source.indexOf(':') + 1);
  const password = source.startsWith('env:') ? variable(env, place) : readSecretFile('password', place);
  if (!password) throw new Error(`password: the environment variable ${place} is not set`);
  const url = new URL(address);
  url.password = encodeURIComponent(password);
  return url.href;
}

const variable = (env: NodeJS.ProcessEnv, name: string) => (Object.hasOwn(env, name) ? env[name] : undefined);

/** Returns the access tokens of a relay that takes them in place of a password (`oauth:/path`). @throws Error as above */
export const tokenOf = (source: string | null): AccessToken | undefined =>
  source?.startsWith('oauth:') ? accessTokens('token', source.slice('oauth:'.length)) : undefined;
