import { X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { AcmeClient } from './client.ts';
import { AcmeError, type ProblemDocument, toAcmeError } from './problem.ts';
import { makeRequest } from './requests.ts';
import { type ChallengeType, chooseChallenge } from './schedule.ts';

/** What the authority looks for to see that a name leads to this service. */
export interface Proof {
  type: ChallengeType;
  name: string;
  token: string;
  authorization: string;
}

export interface OrderOptions {
  names: readonly string[];
  /** Failures in a row before this order. */
  failures: number;
  now: () => Date;
  /** Has every process that may be asked show the proofs. */
  publish(proofs: readonly Proof[]): Promise<void>;
  /** Waits between two questions. */
  pause(millis: number): Promise<void>;
}

interface Challenge {
  type: string;
  token: string;
  url: string;
  error?: ProblemDocument;
}

interface Authorization {
  status: string;
  identifier: { value: string };
  challenges: Challenge[];
}

const usualPause = 2000;
const longestPause = 30_000;

/**
 * Orders a certificate (RFC 8555, section 7.4): proves each name, then sends the request for the certificate.
 * @returns certificate with those above it, and its key, in PEM
 * @throws AcmeError
 */
export async function orderCertificate(
  client: AcmeClient,
  options: OrderOptions,
): Promise<{ cert: string; key: string }> {
  const { names } = options;
  const { url, order } = await client.createOrder(names);
  await proveNames(client, order.authorizations as string[], options);
  const { key, csr } = await makeRequest(names);
  await waitFor(client, url, ['ready', 'valid'], options);
  await client.ask(order.finalize, { csr });
  const { certificate } = await waitFor(client, url, ['valid'], options);
  const cert = await client.download(certificate);
  checkCertificate(cert, key, names);
  return { cert, key };
}

async function proveNames(client: AcmeClient, urls: readonly string[], options: OrderOptions): Promise<void> {
  const open: { url: string; name: string; challenge: Challenge; proof: Proof }[] = [];
  for (const url of urls) {
    const { status, identifier, challenges } = (await client.ask(url)) as unknown as Authorization;
    if (status === 'valid') continue;
    const name = identifier.value;
    const type = chooseChallenge(
      challenges.map((each) => each.type),
      options.failures,
    );
    const challenge = challenges.find((each) => each.type === type);
    if (type === undefined || challenge === undefined)
      throw new AcmeError('refused', `${name}: the authority takes proofs by DNS only. Use another --acme-directory`);
    const { token } = challenge;
    const proof = { type, name, token, authorization: await client.authorizationOf(token) };
    open.push({ url, name, challenge, proof });
  }
  await options.publish(open.map(({ proof }) => proof));
  for (const { challenge } of open) await client.ask(challenge.url, {});
  for (const { url, name, challenge } of open) {
    const found = (await waitFor(
      client,
      url,
      ['valid', 'invalid', 'expired', 'revoked', 'deactivated'],
      options,
    )) as unknown as Authorization;
    if (found.status === 'valid') continue;
    const failed = found.challenges.find((each) => each.url === challenge.url);
    throw toAcmeError(failed?.error ?? { detail: `The proof is ${found.status}` }, `${name} (${challenge.type})`);
  }
}

/** Asks until the resource has one of the states. */
async function waitFor(
  client: AcmeClient,
  url: string,
  states: readonly string[],
  { now, pause }: OrderOptions,
): Promise<Record<string, unknown>> {
  for (;;) {
    const found = await client.ask(url);
    const status = String(found.status);
    if (states.includes(status)) return found;
    if (!['pending', 'processing', 'ready'].includes(status))
      throw toAcmeError((found.error as ProblemDocument) ?? { detail: `The order is ${status}` }, new URL(url).host);
    const wanted = found.retryAfter === undefined ? usualPause : found.retryAfter.getTime() - now().getTime();
    await pause(Math.min(Math.max(wanted, usualPause / 2), longestPause));
  }
}

/** @throws AcmeError if the certificate cannot be used for the names */
function checkCertificate(cert: string, key: string, names: readonly string[]): void {
  try {
    createSecureContext({ cert, key });
    const certificate = new X509Certificate(cert);
    const missing = names.find((name) => certificate.checkHost(name) === undefined);
    if (missing !== undefined) throw new Error(`it is not valid for ${missing}`);
  } catch (error) {
    throw new AcmeError('refused', `The certificate of the authority cannot be used: ${(error as Error).message}`);
  }
}
