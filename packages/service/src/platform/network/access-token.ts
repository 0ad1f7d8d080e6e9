import { readFileSync } from 'node:fs';
import { replaceFile } from '../files/replace-file.ts';
import { readSecretFile } from '../text/secret-file.ts';

/** Source of OAuth 2.0 access tokens for a mail server. */
export interface AccessToken {
  /** Returns a token that is still good. @throws Error if there is none */
  get(): Promise<string>;
  /** Forgets the token, because a server has refused it. */
  forget(): void;
}

/** What it takes to ask for tokens, as a file contains it in JSON. */
interface Grant {
  token_url: string;
  client_id: string;
  client_secret?: string;
  /** Without one, the client asks in its own name (RFC 6749, section 4.4). */
  refresh_token?: string;
  scope?: string;
}

const patienceMillis = 10_000;
/** A token is asked for anew so long before it expires. */
const marginSeconds = 60;
/** Lifetime of tokens of servers that do not say it. */
const usualSeconds = 3600;
const loopback = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/**
 * Returns the access tokens that a file stands for. It contains either a token, which another program renews, or in JSON what it takes
 * to ask for tokens: `token_url`, `client_id`, and as needed `client_secret`, `refresh_token` and `scope` (RFC 6749).
 * @param subject begins the message of an error, such as the name of an option
 * @throws Error if the file cannot be used
 */
export function accessTokens(subject: string, file: string): AccessToken {
  readGrant(subject, file);
  let known: { token: string; until: number } | undefined;
  let asking: Promise<string> | undefined;
  const ask = async () => {
    const grant = readGrant(subject, file);
    if (grant === undefined) return readSecretFile(subject, file);
    const { access_token, expires_in = usualSeconds, refresh_token } = await requestToken(subject, grant);
    if (refresh_token !== undefined && refresh_token !== grant.refresh_token)
      keepRefreshToken(file, { ...grant, refresh_token });
    known = { token: access_token, until: performance.now() + (expires_in - marginSeconds) * 1000 };
    return access_token;
  };
  return {
    async get() {
      if (known && known.until > performance.now()) return known.token;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
    forget() {
      known = undefined;
    },
  };
}

/** Returns what a file says about asking for tokens, `undefined` if it contains a token. */
function readGrant(subject: string, file: string): Grant | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch {
    // Says why.
    text = readSecretFile(subject, file);
  }
  if (!text.startsWith('{')) return void readSecretFile(subject, file);
  let grant: Partial<Grant>;
  try {
    grant = JSON.parse(text);
  } catch {
    throw new Error(`${subject}: ${file} contains neither a token nor valid JSON`);
  }
  const { token_url, client_id } = grant;
  if (typeof token_url !== 'string' || typeof client_id !== 'string')
    throw new Error(`${subject}: ${file} must contain token_url and client_id`);
  const url = URL.canParse(token_url) ? new URL(token_url) : undefined;
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && loopback.test(url.hostname)))
    throw new Error(`${subject}: token_url in ${file} must be an https URL`);
  return { ...grant, token_url, client_id };
}

interface TokenAnswer {
  access_token: string;
  expires_in?: number;
  refresh_token?: string;
}

async function requestToken(subject: string, { token_url, ...grant }: Grant): Promise<TokenAnswer> {
  const grant_type = grant.refresh_token === undefined ? 'client_credentials' : 'refresh_token';
  const { host } = new URL(token_url);
  let answer: Response;
  let body: Partial<TokenAnswer> & { error?: string; error_description?: string };
  try {
    answer = await fetch(token_url, {
      method: 'POST',
      body: new URLSearchParams({ grant_type, ...grant }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMillis),
    });
    body = (await answer.json()) as typeof body;
  } catch (error) {
    const { cause, message } = error as Error;
    throw new Error(`${subject}: ${host} gave no access token: ${(cause as Error | undefined)?.message ?? message}`);
  }
  if (answer.ok && typeof body.access_token === 'string') return { ...body, access_token: body.access_token };
  const reason = [body.error, body.error_description].filter(Boolean).join(': ') || `status ${answer.status}`;
  const next = body.error === 'invalid_grant' ? ' Sign in again and replace the refresh token.' : '';
  throw new Error(`${subject}: ${host} gave no access token: ${reason}.${next}`);
}

/** Some servers replace the refresh token with each use, so the new one must outlive the process. */
function keepRefreshToken(file: string, grant: Grant): void {
  try {
    replaceFile(file, `${JSON.stringify(grant, undefined, 2)}\n`);
  } catch {
    // A file that cannot be written is the operator's decision; most servers take the former refresh token again.
  }
}
