import type { KeyObject } from 'node:crypto';
import { calculateJwkThumbprint, exportJWK, FlattenedSign, type JWK } from 'jose';
import { AcmeError, type ProblemDocument, readRetryAfter, toAcmeError } from './problem.ts';

/** Addresses of an authority (RFC 8555, section 7.1.1). */
interface Directory {
  newNonce: string;
  newAccount: string;
  newOrder: string;
  /** Only of authorities that say when they want to renew (RFC 9773). */
  renewalInfo?: string;
}

interface Answer {
  text: string;
  location: string | null;
  retryAfter: Date | undefined;
}

export interface AcmeClientOptions {
  /** Address of the directory of the authority. */
  directory: string;
  /** Private key of the account, ECDSA with P-256. */
  key: KeyObject;
  fetch: typeof fetch;
  now: () => Date;
  /** Ends all requests. */
  signal: AbortSignal;
}

const patienceMillis = 30_000;
const maxBytes = 1024 * 1024;
const mostNonces = 3;

/** Sends signed requests to a certificate authority (RFC 8555, section 6). Rejects with an AcmeError. */
export class AcmeClient {
  readonly #options: AcmeClientOptions;
  readonly #publicKey: Promise<JWK>;
  #directory: Directory | undefined;
  #account: string | undefined;
  #nonce: string | undefined;

  constructor(options: AcmeClientOptions) {
    this.#options = options;
    this.#publicKey = exportJWK(options.key).then(({ kty, crv, x, y }) => ({ kty, crv, x, y }) as JWK);
  }

  /** Finds the account of the key at the authority, or creates it: agrees to the terms. */
  async openAccount(email: string | undefined): Promise<void> {
    const directory = await this.#openDirectory();
    const contact = email === undefined ? {} : { contact: [`mailto:${email}`] };
    const { location } = await this.#post(directory.newAccount, { termsOfServiceAgreed: true, ...contact });
    this.#account = this.#permitted(location);
  }

  /**
   * Asks when the authority wants a certificate to be renewed (RFC 9773). Needs no account.
   * @returns undefined if it does not say so
   */
  async askForRenewal(id: string): Promise<(Record<string, unknown> & { retryAfter: Date | undefined }) | undefined> {
    const { renewalInfo } = await this.#openDirectory();
    if (renewalInfo === undefined) return undefined;
    const { text, retryAfter } = await this.#send(this.#permitted(`${renewalInfo}/${id}`), {});
    return { ...this.#parse(text), retryAfter };
  }

  /** Orders a certificate. Returns the order and its address. */
  async createOrder(names: readonly string[]): Promise<{ url: string; order: Record<string, unknown> }> {
    const identifiers = names.map((value) => ({ type: 'dns', value }));
    const { text, location } = await this.#post(this.#directory!.newOrder, { identifiers });
    return { url: this.#permitted(location), order: this.#parse(text) };
  }

  /** Sends an object, or reads a resource if it is undefined. */
  async ask(url: unknown, payload?: object): Promise<Record<string, unknown> & { retryAfter: Date | undefined }> {
    const { text, retryAfter } = await this.#post(url, payload);
    return { ...this.#parse(text), retryAfter };
  }

  /** Reads a certificate with those above it, in PEM. */
  async download(url: unknown): Promise<string> {
    return (await this.#post(url)).text;
  }

  /** Returns what a challenge asks to be shown (RFC 8555, section 8.1). */
  async authorizationOf(token: string): Promise<string> {
    return `${token}.${await calculateJwkThumbprint(await this.#publicKey, 'sha256')}`;
  }

  async #openDirectory(): Promise<Directory> {
    const { text } = await this.#send(this.#options.directory, {});
    const directory = this.#parse(text) as unknown as Directory;
    this.#directory = directory;
    return directory;
  }

  /** An authority may forget a nonce at any time, and sends a new one with its refusal. */
  async #post(url: unknown, payload?: object): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#postOnce(this.#permitted(url), payload);
      } catch (error) {
        if (!(error instanceof AcmeError) || error.type !== 'badNonce' || attempt === mostNonces) throw error;
      }
    }
  }

  async #postOnce(url: string, payload: object | undefined): Promise<Answer> {
    if (this.#nonce === undefined) await this.#send(this.#directory!.newNonce, { method: 'HEAD' });
    const nonce = this.#nonce ?? '';
    this.#nonce = undefined;
    const holder = this.#account === undefined ? { jwk: await this.#publicKey } : { kid: this.#account };
    const signed = await new FlattenedSign(
      new TextEncoder().encode(payload === undefined ? '' : JSON.stringify(payload)),
    )
      .setProtectedHeader({ alg: 'ES256', nonce, url, ...holder })
      .sign(this.#options.key);
    return this.#send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/jose+json' },
      body: JSON.stringify(signed),
    });
  }

  async #send(url: string, init: RequestInit): Promise<Answer> {
    const { fetch, signal, now } = this.#options;
    const { host } = new URL(url);
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        ...init,
        headers: { 'user-agent': 'Mailwright', ...init.headers },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMillis)]),
      });
      text = await readText(response);
    } catch (error) {
      const { message, cause } = error as Error;
      const reason = cause instanceof Error ? cause.message : message;
      throw new AcmeError('authority_unreachable', `The certificate authority ${host} does not answer: ${reason}`);
    }
    this.#nonce = response.headers.get('replay-nonce') ?? this.#nonce;
    const retryAfter = readRetryAfter(response.headers.get('retry-after'), now());
    if (!response.ok) {
      const problem = parseObject(text) as ProblemDocument | undefined;
      throw problem === undefined
        ? new AcmeError('authority_unreachable', `The certificate authority ${host} answers with ${response.status}`, {
            retryAfter,
          })
        : toAcmeError(problem, host, retryAfter);
    }
    return { text, location: response.headers.get('location'), retryAfter };
  }

  #parse(text: string): Record<string, unknown> {
    const value = parseObject(text);
    if (value === undefined) throw new AcmeError('refused', `${this.#options.directory} is not that of an authority`);
    return value;
  }

  /** Returns an address that the authority has named. It must be as safe as that of the directory. */
  #permitted(url: unknown): string {
    const { protocol } = new URL(this.#options.directory);
    if (typeof url === 'string' && URL.canParse(url) && ['https:', protocol].includes(new URL(url).protocol))
      return url;
    throw new AcmeError('refused', `${this.#options.directory} names an address that is not secure, or none`);
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
