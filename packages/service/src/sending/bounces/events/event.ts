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

/** A password in the headers, which is checked before the body is read. */
interface Password {
  by: 'password';
}

/** A signature of the bytes of the body, in the headers: nothing is parsed before it was right. */
interface SignedBytes {
  by: 'bytes';
  signedAt(headers: IncomingHttpHeaders): Date | undefined;
  /** Compares in constant time. */
  isAuthentic(body: Buffer, headers: IncomingHttpHeaders, key: string): boolean;
}

/** A signature within the document, which anybody may send: it must be small. */
interface SignedDocument {
  by: 'document';
  signedAt(document: Fields): Date | undefined;
  /**
   * Compares in constant time.
   * @param fetch for certificates of the provider
   */
  isAuthentic(document: Fields, key: string, fetch: GuardedFetch): boolean | Promise<boolean>;
  /** Returns what the provider signs only once, if its signature does not cover the events. */
  nonce?(document: Fields): string;
  /** Answers an authentic request of the provider whether events are wanted. */
  confirm?(document: Fields, fetch: GuardedFetch): Promise<void>;
}

/** How a provider tells its events: one file each. */
export interface Adapter {
  /** How the provider proves that it has sent a request. */
  proof: Password | SignedBytes | SignedDocument;
  /** Bytes of a request. */
  maxBytes: number;
  /** Returns bounces for good and complaints; the provider goes on trying the others. */
  read(document: unknown): ProviderEvent[];
}

/** Bytes of a request with one event. */
export const oneEvent = 64 * 1024;
/** Bytes of a request with a list of events; only where the password or a signature of the bytes was right before. */
export const manyEvents = 1024 * 1024;

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

/** Events of a document that has one or a list of them. */
export const eventsIn = (document: unknown): Fields[] =>
  (Array.isArray(document) ? document : [document]).map(fieldsOf);
