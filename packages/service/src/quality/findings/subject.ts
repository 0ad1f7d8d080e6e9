import type { Account } from '../../account/index.ts';
import type { Mailing } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import type { GuardedFetch } from '../../platform/fetch/fetch.ts';
import type { DkimSetup, RenderContext } from '../../sending/index.ts';
import type { CheckState, Finding } from './findings.ts';

/** Whether mail for a domain has somewhere to go; undefined when nobody can tell now. */
export type TakesMail = (domain: string) => Promise<boolean | undefined>;

/** The mailing under check, in its current state. */
export interface CheckedMailing {
  db: Db;
  account: Account;
  mailing: Mailing;
  context: RenderContext;
  /** Address of the public pages, without a slash at its end. */
  publicUrl: string;
}

/** Settings of the operator for checks. */
export interface CheckOptions {
  /** Checks that are switched off: 412. */
  without?: ReadonlySet<string>;
  /** SpamAssassin's daemon. */
  spamd?: { host: string; port: number } | undefined;
  /** Path of Chromium, which the display check renders with; without one nothing is rendered. */
  chromium?: string | undefined;
  /** Asks the DNS whether domains take mail; without it nobody is asked. */
  takesMail?: TakesMail;
  /** Keys that mails are signed with; absent where mails are not to be signed. */
  dkim?: DkimSetup | undefined;
}

/** Access of checks to systems outside the service. */
export interface Tools extends Pick<CheckOptions, 'spamd' | 'chromium' | 'takesMail' | 'dkim'> {
  fetch: GuardedFetch;
}

/** Result of a check: its document without mailing and time. */
export interface CheckResult {
  state: CheckState;
  findings: Finding[];
}

export type CheckFunction = (subject: CheckedMailing, tools: Tools) => Promise<CheckResult>;
