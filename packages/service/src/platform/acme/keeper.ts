import { createPrivateKey, X509Certificate } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { createSecureContext, type SecureContext } from 'node:tls';
import type { Db } from '../database/schema.ts';
import type { TlsIdentity } from '../http/certificate.ts';
import type { Log } from '../log/log.ts';
import { AcmeClient } from './client.ts';
import { orderCertificate, type Proof } from './order.ts';
import { AcmeError, type CertificateFault } from './problem.ts';
import { readWindow, renewalId, timeWithin } from './renewal-info.ts';
import { makeAccountKey, makeProof } from './requests.ts';
import { mayHurry, nextAttempt, renewalTime } from './schedule.ts';
import {
  advanceOrder,
  type CertificateOrder,
  findCertificate,
  findProofs,
  leaseOrder,
  openAccountKey,
  openOrder,
  recordFailure,
  recordSuccess,
  releaseOrder,
  storeProofs,
} from './store.ts';

export interface KeeperOptions {
  db: Db;
  /** Address of the directory of the authority. */
  directory: string;
  names: string[];
  email?: string | undefined;
  log: Log;
  now?: () => Date;
  fetch?: typeof fetch;
  pause?: (millis: number, signal: AbortSignal) => Promise<void>;
}

/** How often an authority is asked that does not say how often. */
const usualRenewalPause = 6 * 60 * 60_000;
/** An order that takes longer has failed; a process that was killed meanwhile holds up the others for so long. */
const orderMillis = 150_000;
const leaseMillis = orderMillis + 30_000;

/**
 * Orders the certificate of the service by ACME, and renews it. The database has the certificate and its keys: of several
 * processes one orders, and the others load it. Keys of the database are encrypted with the key of its secrets.
 */
export class CertificateKeeper {
  readonly #options: Required<Omit<KeeperOptions, 'email'>> & { email: string | undefined };
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #hurried = false;
  #fault: CertificateFault | undefined;
  #failures = 0;
  /** When the authority is asked again how long the certificate may stay. */
  #askAt = new Date(0);
  #contexts = new Map<string, SecureContext>();

  constructor(options: KeeperOptions) {
    const pause = async (millis: number, signal: AbortSignal) => void (await setTimeout(millis, undefined, { signal }));
    this.#options = { now: () => new Date(), fetch: globalThis.fetch, pause, ...options, email: options.email };
  }

  /** What is wrong with the last order; undefined after a success. */
  get fault(): CertificateFault | undefined {
    return this.#fault;
  }

  /** Orders that have failed since the last success. */
  get failures(): number {
    return this.#failures;
  }

  /** Returns the certificate; undefined if there is none yet. */
  async load(): Promise<TlsIdentity | undefined> {
    return findCertificate(this.#options.db);
  }

  /** Does not wait for the next attempt after a failure, unless the last one was less than a minute ago. */
  hurry(): void {
    this.#hurried = true;
  }

  /** Orders a certificate if it is time to, and no other process does. Failures are logged and recorded. */
  renew(): Promise<void> {
    this.#running ??= this.#renew().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Returns what the authority wants to read at `/.well-known/acme-challenge/TOKEN`. */
  async answer(token: string): Promise<string | undefined> {
    const proofs = await findProofs(this.#options.db);
    return proofs.find((proof) => proof.type === 'http-01' && proof.token === token)?.authorization;
  }

  /** Returns the certificate for a connection of the authority by `acme-tls/1`, in the process that orders. */
  contextFor(name: string): SecureContext | undefined {
    return this.#contexts.get(name);
  }

  /** Ends a running order, which does not count as a failure. */
  async close(): Promise<void> {
    this.#stop.abort();
    // Whoever has called `renew` hears of its failure.
    await this.#running?.catch(() => {});
  }

  async #renew(): Promise<void> {
    const { db, directory, names, now, log } = this.#options;
    const hurried = this.#hurried;
    this.#hurried = false;
    const order = await openOrder(db, directory, names, now());
    this.#note(order);
    const isLost = order.certificate !== null && (await this.load()) === undefined;
    const isDue = order.dueAt <= now() || (isLost && order.failures === 0);
    if (!isDue && order.failures === 0) return this.#followAuthority(order);
    if (!isDue && !(hurried && mayHurry(order.attemptedAt, now()))) return;
    if (!(await leaseOrder(db, now(), new Date(now().getTime() + leaseMillis)))) return;
    try {
      const made = await this.#order(order);
      const { validFrom, validTo } = new X509Certificate(made.cert);
      await recordSuccess(db, made, renewalTime({ from: new Date(validFrom), to: new Date(validTo) }));
      this.#note({ fault: null, failures: 0 });
    } catch (error) {
      if (this.#stop.signal.aborted) return releaseOrder(db);
      const { fault, message: reason, retryAfter } = toFailure(error);
      const failures = order.failures + 1;
      const dueAt = nextAttempt(failures, now(), retryAfter);
      await recordFailure(db, { fault, reason, failures, due_at: dueAt });
      this.#note({ fault, failures });
      log(
        `No certificate was ordered. ${reason}. The next attempt is at ${dueAt.toISOString()}; SIGHUP makes it earlier.`,
        {
          level: 'error',
          fault,
        },
      );
    } finally {
      this.#contexts.clear();
    }
  }

  async #order({ failures }: CertificateOrder): Promise<{ cert: string; key: string }> {
    const { names, email, now, pause } = this.#options;
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(orderMillis)]);
    const client = await this.#connect(signal);
    await client.openAccount(email);
    return orderCertificate(client, {
      names,
      failures,
      now,
      publish: (proofs) => this.#publish(proofs),
      pause: (millis) => pause(millis, signal),
    });
  }

  async #connect(signal: AbortSignal): Promise<AcmeClient> {
    const { db, directory, fetch, now } = this.#options;
    const key = createPrivateKey(await openAccountKey(db, makeAccountKey));
    return new AcmeClient({ directory, key, fetch, now, signal });
  }

  /** Renews earlier if the authority wants it, as before it revokes certificates. An authority that does not answer changes nothing. */
  async #followAuthority({ certificate }: CertificateOrder): Promise<void> {
    const { db, now } = this.#options;
    if (certificate === null || now() < this.#askAt) return;
    this.#askAt = new Date(now().getTime() + usualRenewalPause);
    try {
      const id = await renewalId(certificate);
      const answer = id && (await (await this.#connect(this.#stop.signal)).askForRenewal(id));
      if (!answer) return;
      await advanceOrder(db, timeWithin(readWindow(answer), Math.random()));
      if (answer.retryAfter) this.#askAt = answer.retryAfter;
    } catch (error) {
      if (!(error instanceof AcmeError)) throw error;
    }
  }

  async #publish(proofs: readonly Proof[]): Promise<void> {
    await storeProofs(this.#options.db, proofs);
    for (const { type, name, authorization } of proofs)
      if (type === 'tls-alpn-01')
        this.#contexts.set(name, createSecureContext(await makeProof(name, authorization, this.#options.now())));
  }

  #note({ fault, failures }: Pick<CertificateOrder, 'fault' | 'failures'>): void {
    this.#fault = fault ?? undefined;
    this.#failures = failures;
  }
}

function toFailure(error: unknown): AcmeError {
  if (error instanceof AcmeError) return error;
  const { name, message } = error as Error;
  return name === 'TimeoutError' || name === 'AbortError'
    ? new AcmeError('authority_unreachable', 'The certificate authority has not decided in time')
    : new AcmeError('refused', message);
}
