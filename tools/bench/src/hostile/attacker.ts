/** How the attacker reaches the service, and what is prepared for it. */
export interface Attacker {
  origin: string;
  /** Of the account. */
  key: string;
  /** Of the administration interface. */
  operatorKey: string;
  mailingId: number;
  /** Signed file of an account, with a line that is too long. */
  accountFile: string;
  /** Kinds of requests. */
  kinds: readonly Kind[];
  /** Requests of each kind at once. */
  atOnce: number;
}

export const kinds = ['uploads', 'workbooks', 'account files', 'MJML'] as const;
export type Kind = (typeof kinds)[number];
