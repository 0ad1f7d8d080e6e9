import type { IncomingHttpHeaders } from 'node:http';
import type { GuardedFetch } from '../../../platform/fetch/fetch.ts';
import type { Failure } from '../reading/classify.ts';
import { readCodes } from '../reading/delivery-status.ts';

/** An event of a provider about a mail of ours. */
export interface ProviderEvent {
  kind: 'bounce' | 'complaint';
  /** Message-ID of the mail, or the value of its field `X-Mailwright-Mail`. */
  mailId: string;
  /** Of a bounce, the words and codes of the server. */
  failure?: Failure | undefined;
}

/** How a provider tells its events: one file each. */
export interface Adapter {
  /**
   * Whether the provider has sent the request; compared in constant time.
   * @param fetch for certificates of the provider
   */
  isAuthentic(body: Buffer, headers: IncomingHttpHeaders, key: string, fetch: GuardedFetch): boolean | Promise<boolean>;
  /** Time of the signature. Providers that send a password instead have none. */
  signedAt?(body: Buffer, headers: IncomingHttpHeaders): Date | undefined;
  /** Answers an authentic request of the provider whether events are wanted. */
  confirm?(body: Buffer, fetch: GuardedFetch): Promise<void>;
  /** Bounces for good and complaints; the provider goes on trying the others. */
  read(body: Buffer): ProviderEvent[];
}

export type Fields = Record<string, unknown>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';

/** Time in seconds since 1970, as a text or a number. */
export function timeOf(value: unknown): Date | undefined {
  const seconds = Number(textOf(value) || Number.NaN);
  return Number.isFinite(seconds) && Math.abs(seconds) < 1e11 ? new Date(seconds * 1000) : undefined;
}

/** A bounce with the words of the server, and with the codes in them. @param isTemporary if there is no code */
export function bounceOf(mailId: string, text: string, isTemporary = false): ProviderEvent {
  const { status, replyCode } = readCodes(text);
  const general = isTemporary && replyCode === undefined ? '4.0.0' : undefined;
  return { kind: 'bounce', mailId, failure: { text, status: status ?? general, replyCode } };
}

/** Events of a body that has one or a list of them. */
export function eventsIn(body: Buffer): Fields[] {
  const events: unknown = JSON.parse(body.toString());
  return (Array.isArray(events) ? events : [events]).map(fieldsOf);
}
