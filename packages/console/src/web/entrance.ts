import type { Visitor } from './sessions.ts';

/** Result of an attempt to sign in: the token of a session, or what is wrong. */
export type Entry = { token: string } | { fault: string };

/** Ways in for users. They belong to the service whose pages these are; a console of another service takes API keys only. */
export interface Entrance {
  enterByPassword(credentials: { email: string; password: string }, visitor: Visitor): Promise<Entry>;
  /** Sends a link for a new password if there is such a user; nobody learns whether. */
  requestReset(email: string, visitor: Visitor): void;
  /** Returns whose password the link of a mail sets, or `undefined` if it is not valid any more; changes nothing. */
  findInvited(token: string): Promise<{ email: string; name: string } | undefined>;
  /** Sets the password of a link, which works once. Returns what is wrong with it, or `undefined`. */
  choosePassword(token: string, password: string): Promise<string | undefined>;
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

/** What users do with their own credentials, which no API key can. */
export interface SelfService {
  sessions(): Promise<OwnSession[]>;
  endSession(id: number): Promise<void>;
  /** Changes the password and ends all sessions. Returns what is wrong, or `undefined`. */
  changePassword(current: string, next: string): Promise<string | undefined>;
}
