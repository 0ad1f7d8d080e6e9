import type { ApiError } from '@mailwright/server';
import type { Account, Privilege, Right } from '../account/index.ts';
import type { Mailing } from '../mailings/index.ts';
import type { CertificateFault } from '../platform/acme/problem.ts';
import type { Db } from '../platform/database/schema.ts';
import type { GuardedFetch } from '../platform/fetch/fetch.ts';
import type { DkimSetup, MailTransport } from '../sending/index.ts';

/** Context of a handler. Every query is bound to `accountId`. */
export interface Context {
  /** The open transaction of a change; the database itself for reads and long-running work. */
  db: Db;
  accountId: number;
  account: Account;
  /** Name of the person or program behind the key; creator of what it creates. */
  creator: string;
  /** The key that the request came with. */
  keyId: number;
  /** The user whose session it is; undefined for other keys. */
  userId: number | undefined;
  /** What the caller may do. */
  rights: readonly (Right | Privilege)[];
  /** Whether the caller may send; every API key may. */
  maySend: boolean;
  /** Whether the caller wants nothing ignored (`Prefer: handling=strict`). */
  isStrict: boolean;
  /** IP address of the caller. */
  remoteAddress: string | undefined;
  /** The mailing of an operation that is refused on sealed ones: found, not sealed, and locked when in a transaction. */
  mailing?: Mailing | undefined;
  /** The fault that was found before the transaction (`prechecks.ts`). */
  prechecked?: ApiError | undefined;
  transport: MailTransport;
  /** Asks addresses that users give. */
  fetch: GuardedFetch;
  /** Whether `fetch` may ask an address, as far as it can be told without looking its name up. */
  permits: (url: string) => boolean;
  /** Quality checks that the operator has switched off. */
  withoutChecks: ReadonlySet<string>;
  /** Keys that sign mails, none without a directory of them, and the DNS. */
  dkim: DkimSetup;
  /** Facts of the installation that accounts may know. */
  installation: {
    /** Whether mails that no relay takes are stored and not delivered. */
    storesMails: boolean;
    /** Days for which openings, clicks, deliveries and answers are kept; undefined for ever. */
    keptDays: number | undefined;
    /** Returns the end of the service's certificate, which is renewed while the service runs. */
    certificateEnds(): Date;
    /** Returns why the last order of a certificate has failed; undefined if it has not. */
    certificateFault(): CertificateFault | undefined;
  };
  /** Address of the public pages, without a slash at the end: `https://localhost:8443`. */
  publicUrl: string;
  /** Starts background work that the request wrote down, or mails alone, once its changes are committed. */
  wakeWorker(work?: 'mails'): void;
  /** Looks keys up again in this process, after some were revoked or users changed. */
  forgetKeys(): void;
  /** Has something waited for before the answer, once the changes are committed; a repetition does not wait. */
  afterCommit(wait: (db: Db) => Promise<void>): void;
}

/** Context of a check that runs before the transaction. */
export type PrecheckContext = Pick<Context, 'db' | 'account' | 'accountId'>;
