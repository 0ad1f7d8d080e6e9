import type { OutcomeMailsUpdate } from '@mailwright/client';
import type { Language } from '../language.ts';
import type { Say } from '../words.ts';
import type { Visitor } from './sessions.ts';

/** Says what is wrong. */
export type Fault = (say: Say) => string;

/** The token of a session. */
export interface SignedIn {
  token: string;
}

/** Result of an attempt to sign in: the token of a session, or of the step to the second factor, or what is wrong. */
export type Entry = SignedIn | { secondFactor: string } | { fault: Fault };

/** An account that somebody who has signed in at a provider may enter. */
export interface AccountChoice {
  /** Works once, for a few minutes. */
  token: string;
  account: string;
  /** Whether entering accepts an invitation. */
  isInvitation: boolean;
}

/** Signing in at a provider of identities (OpenID Connect). */
export interface SingleSignOn {
  /** Name of the provider, as people know it. */
  provider: string;
  /** Returns the provider's address, and a secret that the browser keeps until it comes back. */
  begin(): Promise<{ url: string; handshake: string } | { fault: Fault }>;
  /** Takes the answer that the browser brings from the provider. */
  enter(
    handshake: string,
    answer: URLSearchParams,
    visitor: Visitor,
  ): Promise<SignedIn | { choices: AccountChoice[] } | { fault: Fault }>;
  /** Enters the account of a choice, which accepts its invitation. */
  choose(token: string, visitor: Visitor): Promise<SignedIn | { fault: Fault }>;
}

/** The first person of an account, and how the account is set up. */
export interface FirstAdministrator {
  email: string;
  name: string;
  language: Language;
  accountName: string;
  timeZone: string;
}

/** Ways in for users. They belong to the service whose pages these are; a console of another service takes API keys only. */
export interface Entrance {
  enterByPassword(credentials: { email: string; password: string }, visitor: Visitor): Promise<Entry>;
  /** Takes a code of the authenticator app, or a recovery code, after the password. */
  enterByCode(step: { secondFactor: string; code: string }, visitor: Visitor): Promise<Entry>;
  /** Options for the browser's dialog, in JSON. */
  passkeyOptions(): Promise<object>;
  /** Takes the answer of the browser's dialog, in JSON. */
  enterByPasskey(response: string, visitor: Visitor): Promise<Entry>;
  /** Absent if the operator has set up no provider. */
  singleSignOn?: SingleSignOn;
  /** Sends a link for a new password if there is such a user; nobody learns whether. */
  requestReset(email: string, visitor: Visitor): void;
  /** Returns the account whose first administrator the link of the operator makes, or `undefined` if it is not valid any more. */
  findFirst(token: string): Promise<{ account: string; timeZone: string } | undefined>;
  /** Makes the first administrator, once. Returns the token of the link with which a password is chosen, or what is wrong. */
  createFirst(
    token: string,
    first: FirstAdministrator,
    visitor: Visitor,
  ): Promise<{ token: string } | { fault: Fault }>;
  /** Options with which a browser makes the passkey of an invitation, in JSON; `undefined` if the link is not valid any more. */
  invitedPasskeyOptions(token: string): Promise<object | undefined>;
  /** Accepts an invitation with a passkey. Returns what is wrong, or `undefined`. */
  acceptByPasskey(token: string, response: string): Promise<Fault | undefined>;
  /** Returns whose password the link of a mail sets, or `undefined` if it is not valid any more; changes nothing. */
  findInvited(token: string): Promise<{ email: string; name: string; isInvitation: boolean } | undefined>;
  /** Sets the password of a link, which works once. Returns what is wrong with it, or `undefined`. */
  choosePassword(token: string, password: string): Promise<Fault | undefined>;
  /** Returns what the user of a session can do for itself; `undefined` for sessions of API keys. */
  findSelf(token: string, visitor: Visitor): Promise<SelfService | undefined>;
}

/** Session of a user, in UTC. */
export interface OwnSession {
  id: number;
  openedAt: Date;
  seenAt: Date;
  network: string | null;
  /** Whether it is the one of this request. */
  current: boolean;
}

/** What a user signs in with beside the password. */
export interface Factors {
  /** Whether a password needs a code. */
  totp: boolean;
  /** Recovery codes that are left. */
  recoveryCodes: number;
  passkeys: readonly { id: number; name: string; createdAt: Date; usedAt: Date | null }[];
}

/** What users do with their own credentials, which no API key can. */
export interface SelfService {
  /** Names the person: letters and digits. */
  person: string;
  /** Name of the account, if it demands a second factor that the user has not set up yet: nothing else is open until then. */
  demandedBy: string | undefined;
  /** Language in which the user reads the console and mails. */
  language: Language;
  changeLanguage(language: Language): Promise<void>;
  /** Chooses about which ends of work the user gets mails; what is absent stays. */
  changeMails(mails: OutcomeMailsUpdate): Promise<void>;
  sessions(): Promise<OwnSession[]>;
  endSession(id: number): Promise<void>;
  /** Changes the password and ends all sessions. Returns what is wrong, or `undefined`. */
  changePassword(current: string, next: string): Promise<Fault | undefined>;
  factors(): Promise<Factors>;
  /** Returns a new secret, as text and as a QR code in SVG; `undefined` if codes are on already. */
  startTotp(): Promise<{ secret: string; qr: string } | undefined>;
  /** Turns codes on; returns recovery codes. */
  confirmTotp(code: string, password: string): Promise<{ codes: string[] } | { fault: Fault }>;
  /** Returns what is wrong, or `undefined`. */
  removeTotp(password: string): Promise<Fault | undefined>;
  passkeyOptions(): Promise<object>;
  /** Returns what is wrong, or `undefined`. */
  addPasskey(passkey: { name: string; response: string }, password: string): Promise<Fault | undefined>;
  /** Returns what is wrong, or `undefined`. */
  removePasskey(id: number): Promise<Fault | undefined>;
}
