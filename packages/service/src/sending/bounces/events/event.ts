import type { IncomingHttpHeaders } from 'node:http';
import type { Failure } from '../reading/classify.ts';

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
  /** Whether the provider has sent the request; compared in constant time. */
  isAuthentic(body: Buffer, headers: IncomingHttpHeaders, key: string): boolean;
  /** Time of the signature, if the provider signs one. */
  signedAt(body: Buffer, headers: IncomingHttpHeaders): Date | undefined;
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
