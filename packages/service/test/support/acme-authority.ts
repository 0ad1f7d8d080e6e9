import { createHash, randomBytes, webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:tls';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  Pkcs10CertificateRequest,
  SubjectAlternativeNameExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { calculateJwkThumbprint, type FlattenedJWSInput, flattenedVerify, importJWK, type JWK } from 'jose';

/** A certificate authority in this process, as RFC 8555 and RFC 8737 describe it. */
export interface Authority {
  /** Address of the directory. */
  directory: string;
  /** Its certificate in PEM, which clients can trust. */
  root: string;
  /** Names of the orders that were finalized. */
  issued: string[][];
  /** Faults of requests, such as a nonce that was used twice; must be empty but for those that a test wants. */
  faults: string[];
  /** Number of accounts. */
  accounts(): number;
  /** Refuses the next orders with this problem. */
  refuse(problem: { type: string; detail: string; retryAfter?: string } | undefined): void;
  /** Wants certificates to be renewed at this time. */
  wantRenewal(window: { start: Date; end: Date } | undefined): void;
  /** Forgets the nonces that it has given. */
  forgetNonces(): void;
  close(): Promise<void>;
}

interface AuthorityOptions {
  /** Days for which certificates are valid. */
  days: number;
  now: () => Date;
  /** Ports of the service, at which names are proven; a closed one is undefined. */
  ports(): { http?: number | undefined; https?: number | undefined };
  /** Ways of proof that it offers. */
  offers?: string[];
}

interface Account {
  jwk: JWK;
  thumbprint: string;
}

interface Order {
  account: Account;
  names: string[];
  status: string;
  proofs: { name: string; token: string; status: string; error?: object }[];
  pem?: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const urn = 'urn:ietf:params:acme:error:';
const day = 86_400_000;

class Problem extends Error {
  readonly status: number;
  readonly type: string;
  readonly retryAfter: string | undefined;

  constructor(type: string, detail: string, status = 400, retryAfter?: string) {
    super(detail);
    this.type = type;
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

export async function startAuthority({
  days,
  now,
  ports,
  offers = ['http-01', 'dns-01', 'tls-alpn-01'],
}: AuthorityOptions): Promise<Authority> {
  cryptoProvider.set(webcrypto as Crypto);
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const root = await X509CertificateGenerator.createSelfSigned({
    keys,
    name: 'CN=Test authority',
    signingAlgorithm: algorithm,
    notBefore: new Date(now().getTime() - day),
    notAfter: new Date(now().getTime() + 3650 * day),
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  const accounts: Account[] = [];
  const orders: Order[] = [];
  const nonces = new Set<string>();
  const issued: string[][] = [];
  /** Of the certificates, by RFC 9773. */
  const ids: string[] = [];
  const faults: string[] = [];
  let renewal: { start: Date; end: Date } | undefined;
  let refusal: Parameters<Authority['refuse']>[0];

  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const nonce = randomBytes(16).toString('base64url');
    nonces.add(nonce);
    response.setHeader('replay-nonce', nonce);
    const send = (status: number, body: object | string, headers: Record<string, string> = {}) =>
      response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
    try {
      if (request.url === '/directory')
        return void send(200, {
          ...{ newNonce: `${base}/nonce`, newAccount: `${base}/account`, newOrder: `${base}/order` },
          renewalInfo: `${base}/renewal`,
        });
      if (request.url?.startsWith('/renewal/')) {
        if (!ids.includes(request.url.slice('/renewal/'.length))) faults.push(`unknown certificate ${request.url}`);
        return void (renewal ? send(200, { suggestedWindow: renewal }, { 'retry-after': '3600' }) : send(404, {}));
      }
      if (request.url === '/nonce') return void send(200, '');
      const { status, body, location } = await perform(request.url!, await verify(request));
      send(status, body, location === undefined ? {} : { location });
    } catch (error) {
      const { type = 'serverInternal', message, status = 500, retryAfter } = error as Partial<Problem> & Error;
      if (status === 500 || type === 'malformed') faults.push(message);
      send(
        status,
        { type: urn + type, detail: message },
        retryAfter === undefined ? {} : { 'retry-after': retryAfter },
      );
    }
  }

  /** RFC 8555, section 6: the signature, its nonce, and the address that it is for. */
  async function verify(request: IncomingMessage): Promise<{ account: Account; payload: unknown }> {
    if (request.method !== 'POST' || request.headers['content-type'] !== 'application/jose+json')
      throw new Problem('malformed', `${request.method} with ${request.headers['content-type']}`);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const signed = JSON.parse(Buffer.concat(chunks).toString()) as FlattenedJWSInput;
    const head = JSON.parse(Buffer.from(signed.protected!, 'base64url').toString());
    if (head.url !== base + request.url) throw new Problem('malformed', `signed for ${head.url}`);
    if (!nonces.delete(head.nonce)) throw new Problem('badNonce', 'unknown nonce');
    if ((head.jwk === undefined) === (head.kid === undefined)) throw new Problem('malformed', 'one of jwk and kid');
    if (head.jwk !== undefined && request.url !== '/account') throw new Problem('malformed', 'jwk in place of kid');
    const account =
      head.jwk === undefined
        ? accounts[Number(/\/accounts\/(\d+)$/.exec(head.kid)?.[1])]
        : { jwk: head.jwk, thumbprint: await calculateJwkThumbprint(head.jwk) };
    if (account === undefined) throw new Problem('accountDoesNotExist', 'unknown account');
    const { payload } = await flattenedVerify(signed, await importJWK(account.jwk, head.alg));
    const text = new TextDecoder().decode(payload);
    return { account, payload: text === '' ? undefined : JSON.parse(text) };
  }

  async function perform(
    path: string,
    { account, payload }: { account: Account; payload: unknown },
  ): Promise<{ status: number; body: object | string; location?: string }> {
    const [, kind, number = '', part = '', what] = path.split('/');
    if (kind === 'account') return openAccount(account, payload as { termsOfServiceAgreed?: boolean });
    if (kind === 'order' && number === '') {
      if (refusal) throw new Problem(refusal.type, refusal.detail, 429, refusal.retryAfter);
      const names = (payload as { identifiers: { value: string }[] }).identifiers.map(({ value }) => value);
      const proofs = names.map((name) => ({ name, token: randomBytes(16).toString('base64url'), status: 'pending' }));
      orders.push({ account, names, status: 'pending', proofs });
      const id = orders.length - 1;
      return { status: 201, body: describe(id), location: `${base}/order/${id}` };
    }
    const id = Number(number);
    const order = orders[id];
    if (order === undefined) throw new Problem('malformed', `there is no ${path}`, 404);
    if (order.account.thumbprint !== account.thumbprint) throw new Problem('unauthorized', 'of another account', 403);
    if (kind === 'order') return { status: 200, body: describe(id) };
    if (kind === 'certificate') return { status: 200, body: order.pem! };
    if (kind === 'finalize') {
      await finalize(order, (payload as { csr: string }).csr);
      return { status: 200, body: describe(id) };
    }
    const proof = order.proofs[Number(part)]!;
    if (kind === 'challenge') {
      if (JSON.stringify(payload) !== '{}') throw new Problem('malformed', 'a challenge is answered with {}');
      await prove(order, proof, what!);
      if (proof.status === 'invalid') order.status = 'invalid';
      else if (order.proofs.every(({ status }) => status === 'valid')) order.status = 'ready';
    }
    return { status: 200, body: describeProof(id, Number(part)) };
  }

  function openAccount(account: Account, { termsOfServiceAgreed }: { termsOfServiceAgreed?: boolean }) {
    const known = accounts.findIndex(({ thumbprint }) => thumbprint === account.thumbprint);
    if (known < 0 && termsOfServiceAgreed !== true) throw new Problem('userActionRequired', 'agree to the terms', 403);
    if (known < 0) accounts.push(account);
    const number = known < 0 ? accounts.length - 1 : known;
    return { status: known < 0 ? 201 : 200, body: { status: 'valid' }, location: `${base}/accounts/${number}` };
  }

  const describe = (id: number) => ({
    status: orders[id]!.status,
    identifiers: orders[id]!.names.map((value) => ({ type: 'dns', value })),
    authorizations: orders[id]!.proofs.map((_, index) => `${base}/authorization/${id}/${index}`),
    finalize: `${base}/finalize/${id}`,
    ...(orders[id]!.pem !== undefined && { certificate: `${base}/certificate/${id}` }),
  });

  function describeProof(id: number, index: number) {
    const { name, token, status, error } = orders[id]!.proofs[index]!;
    const challenges = offers.map((type) => ({
      ...{ type, token, status, url: `${base}/challenge/${id}/${index}/${type}` },
      ...(error !== undefined && { error }),
    }));
    return { status, identifier: { type: 'dns', value: name }, challenges };
  }

  async function prove({ account }: Order, proof: Order['proofs'][number], type: string): Promise<void> {
    const wanted = `${proof.token}.${account.thumbprint}`;
    const port = ports()[type === 'http-01' ? 'http' : 'https'];
    const fail = (kind: string, detail: string) => {
      proof.status = 'invalid';
      proof.error = { type: urn + kind, detail };
    };
    if (port === undefined) return fail('connection', `${proof.name} refused the connection`);
    const shown = type === 'http-01' ? await readHttpProof(port, proof) : await readTlsProof(port, proof.name);
    const matches = type === 'http-01' ? shown === wanted : shown === createHash('sha256').update(wanted).digest('hex');
    if (!matches) return fail('unauthorized', `${proof.name} has shown ${shown}`);
    proof.status = 'valid';
  }

  /** RFC 8555, section 7.4: the request names what was ordered, and is signed with its own key. */
  async function finalize(order: Order, csr: string): Promise<void> {
    if (order.status !== 'ready') throw new Problem('orderNotReady', order.status, 403);
    const request = new Pkcs10CertificateRequest(Buffer.from(csr, 'base64url'));
    const names = namesIn(request);
    if (!(await request.verify()) || names.map(({ value }) => value).join() !== order.names.join())
      throw new Problem('badCSR', 'the request does not match the order');
    const certificate = await X509CertificateGenerator.create({
      publicKey: request.publicKey,
      issuer: root.subject,
      signingKey: keys.privateKey,
      signingAlgorithm: algorithm,
      serialNumber: `7f${randomBytes(15).toString('hex')}`,
      notBefore: now(),
      notAfter: new Date(now().getTime() + days * day),
      extensions: [
        new SubjectAlternativeNameExtension(names),
        await AuthorityKeyIdentifierExtension.create(keys.publicKey),
      ],
    });
    const { keyId } = await AuthorityKeyIdentifierExtension.create(keys.publicKey);
    ids.push([keyId!, certificate.serialNumber].map((hex) => Buffer.from(hex, 'hex').toString('base64url')).join('.'));
    order.pem = `${certificate.toString('pem')}\n${root.toString('pem')}\n`;
    order.status = 'valid';
    issued.push(order.names);
  }

  return {
    directory: `${base}/directory`,
    root: root.toString('pem'),
    issued,
    faults,
    accounts: () => accounts.length,
    refuse: (problem) => {
      refusal = problem;
    },
    wantRenewal: (window) => {
      renewal = window;
    },
    forgetNonces: () => nonces.clear(),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function namesIn(owner: Pkcs10CertificateRequest | X509Certificate) {
  const extension = owner.extensions.find(({ type }) => type === '2.5.29.17') as SubjectAlternativeNameExtension;
  return extension.names.toJSON();
}

async function readHttpProof(port: number, { token }: { token: string }): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/.well-known/acme-challenge/${token}`);
  return response.status === 200 ? (await response.text()).trimEnd() : `status ${response.status}`;
}

/** Returns the digest in the certificate that is shown to `acme-tls/1`, or what was wrong. */
async function readTlsProof(port: number, name: string): Promise<string> {
  const socket = connect({
    ...{ host: '127.0.0.1', port, servername: name },
    ...{ ALPNProtocols: ['acme-tls/1'], rejectUnauthorized: false },
  });
  try {
    await once(socket, 'secureConnect');
    const certificate = new X509Certificate(new Uint8Array(socket.getPeerCertificate().raw));
    const proof = certificate.getExtension('1.3.6.1.5.5.7.1.31');
    const names = namesIn(certificate);
    if (socket.alpnProtocol !== 'acme-tls/1' || !proof?.critical || names.map(({ value }) => value).join() !== name)
      return 'another certificate';
    return Buffer.from(proof.value).subarray(2).toString('hex');
  } catch (error) {
    return (error as Error).message;
  } finally {
    socket.destroy();
  }
}
