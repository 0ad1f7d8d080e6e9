import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

export const registration = { clientId: 'mailwright', clientSecret: 'a secret of 32 bytes for the test' };

export interface Person {
  email: string;
  email_verified: boolean;
}

async function listen(server: Server, port: number): Promise<string> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const freePort = async () => {
  const server = createServer();
  const port = Number(new URL(await listen(server, 0)).port);
  server.close();
  return port;
};

/** A certified OpenID Connect provider. Whoever comes is `subject`. */
export async function startProvider(port: number, redirectUri: () => string) {
  const issuer = `http://127.0.0.1:${port}`;
  const people = new Map<string, Person>();
  const seen = { subject: '', verifiers: 0 };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: registration.clientId,
        client_secret: registration.clientSecret,
        redirect_uris: [redirectUri()],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    cookies: { keys: ['of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, accountId) => ({ accountId, claims: async () => ({ sub: accountId, ...people.get(accountId) }) }),
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ clientId: oidc.client!.clientId, accountId: oidc.session!.accountId! });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url!.startsWith('/interaction/')) return void answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: seen.subject } });
  });
  await listen(server, port);
  return { issuer, people, seen, close: () => server.close() };
}

/** A provider that says what a test wants; `claims` replace those of a correct token. */
export async function startLiar(port: number) {
  const issuer = `http://127.0.0.1:${port}`;
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const keys = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' }] };
  const said = { nonce: '', claims: {} as JWTPayload, foreignKey: false, unsigned: false };
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
  const token = async () => {
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: issuer, aud: registration.clientId, sub: 'liar', iat: now, exp: now + 60, nonce: said.nonce };
    const claims = { ...usual, email: 'mallory@example.org', email_verified: true, ...said.claims };
    if (said.unsigned) return `${encode({ alg: 'none' })}.${encode(claims)}.`;
    const key = said.foreignKey ? foreign.privateKey : own.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(key);
  };
  const server = createServer(async ({ url }, response) => {
    const answers: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => metadata,
      '/keys': () => keys,
      '/token': async () => ({ access_token: 'a', token_type: 'Bearer', expires_in: 60, id_token: await token() }),
    };
    const body = await answers[url!]?.();
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
  });
  await listen(server, port);
  return { issuer, said, close: () => server.close() };
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
