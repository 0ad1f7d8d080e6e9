import { readFileSync } from 'node:fs';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client';
import type { Handshake } from './openid-handshake.ts';

/** How the operator has registered this service at an OpenID Connect provider. */
export interface ProviderSettings {
  /** Shown to people. */
  name: string;
  issuer: string;
  clientId: string;
  clientSecret?: string;
}

/** A person as the provider knows it. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Only if the provider has verified it. */
  email: string | undefined;
}

/** An OpenID Connect provider. Only addresses that the operator or the provider's own metadata name are asked. */
export interface IdentityProvider {
  name: string;
  /** Returns the address at the provider that a browser is sent to. */
  authorizationUrl(handshake: Handshake, redirectUri: string): Promise<string>;
  /** Checks the answer that a browser brought from the provider. @throws Error if anything is wrong with it */
  identify(handshake: Handshake, redirectUri: string, answer: URLSearchParams): Promise<Identity>;
}

const patienceSeconds = 10;

export function openIdProvider(settings: ProviderSettings): IdentityProvider {
  let known: Promise<Configuration> | undefined;
  const configure = () => {
    known ??= discover(settings).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  return {
    name: settings.name,

    async authorizationUrl({ state, nonce, verifier }, redirectUri) {
      const url = buildAuthorizationUrl(await configure(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },

    async identify({ state, nonce, verifier }, redirectUri, answer) {
      const configuration = await configure();
      const url = new URL(`${redirectUri}?${answer}`);
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
      const tokens = await authorizationCodeGrant(configuration, url, checks);
      const claims = tokens.claims()!;
      const { email, email_verified } =
        claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined
          ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
          : claims;
      const verified = typeof email === 'string' && email_verified === true;
      return { issuer: claims.iss, subject: claims.sub, email: verified ? email : undefined };
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderSettings): Promise<Configuration> {
  const execute = [enableNonRepudiationChecks, ...(isLoopback(new URL(issuer)) ? [allowInsecureRequests] : [])];
  return discovery(new URL(issuer), clientId, {}, authenticateClient(clientSecret), {
    execute,
    timeout: patienceSeconds,
  });
}

/** Authenticates in the way that the provider supports. */
function authenticateClient(secret: string | undefined): ClientAuth {
  if (secret === undefined) return None();
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret);
    return authenticate(server, ...rest);
  };
}

const isLoopback = ({ hostname }: URL) => /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

/**
 * Reads the settings of a provider from a JSON file.
 * @param subject begins the message of an error, such as the name of an option
 * @throws Error if the file cannot be used
 */
export function readProviderFile(subject: string, file: string): ProviderSettings {
  let settings: unknown;
  try {
    settings = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${subject}: ${file} cannot be read: ${(error as Error).message}`);
  }
  if (typeof settings !== 'object' || settings === null || Array.isArray(settings))
    throw new Error(`${subject}: ${file} must contain an object with issuer and clientId`);
  const entries = Object.entries(settings as object);
  const allowed = ['issuer', 'clientId', 'clientSecret', 'name'];
  const wrong = entries.find(([name, value]) => !allowed.includes(name) || typeof value !== 'string' || value === '');
  if (wrong !== undefined)
    throw new Error(`${subject}: "${wrong[0]}" in ${file} is not known or no text. Allowed: ${allowed.join(', ')}`);
  const { issuer, clientId, clientSecret, name } = settings as Partial<ProviderSettings>;
  if (issuer === undefined || clientId === undefined)
    throw new Error(`${subject}: ${file} must contain issuer and clientId`);
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url))))
    throw new Error(`${subject}: issuer must begin with https:// but was "${issuer}"`);
  return { issuer, clientId, name: name ?? url.hostname, ...(clientSecret !== undefined && { clientSecret }) };
}
