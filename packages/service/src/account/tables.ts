import type { AccountMailStyleDraft, OutcomeMailsUpdate } from '@mailwright/server';
import type { ColumnType, Generated } from 'kysely';
import type { Bytes, CreatedAt, Id, JsonDefault, JsonText, Timestamp } from '../platform/database/columns.ts';
import type { Sealed } from '../platform/secrets/sealed.ts';
import type { Language } from '../platform/text/language.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    account: AccountTable;
    sender_domain: SenderDomainTable;
    account_placeholder: AccountPlaceholderTable;
    api_key: ApiKeyTable;
    operator_key: OperatorKeyTable;
    audit_entry: AuditEntryTable;
    console_session: ConsoleSessionTable;
    account_user: AccountUserTable;
    user_token: UserTokenTable;
    sign_in_allowance: SignInAllowanceTable;
    user_recovery_code: UserRecoveryCodeTable;
    user_passkey: UserPasskeyTable;
    passkey_challenge: PasskeyChallengeTable;
    user_identity: UserIdentityTable;
    mailing_template: MailingTemplateTable;
    media_image: MediaImageTable;
    saved_block: SavedBlockTable;
    secret_key: SecretKeyTable;
  }
}

export interface AccountTable {
  id: Id;
  name: string;
  domain: string;
  /** IANA name. */
  time_zone: Generated<string>;
  /** Key of the checksums and tokens of the account. */
  secret: Generated<Sealed>;
  /** Contacts lose everything but their ids when they unsubscribe. */
  anonymise_unsubscribed: Generated<boolean>;
  /** Regular mailings are only sent when everybody who was asked has approved them. */
  demands_approval: Generated<boolean>;
  /** Sendouts with more recipients need two users; null if the account has no such rule. */
  sign_off_above: number | null;
  /** Users who sign in with a password need a second factor too. */
  demands_second_factor: Generated<boolean>;
  created_at: CreatedAt;
  /** Quotas that differ from the default, by name. */
  quotas: JsonDefault<Record<string, number>>;
  /** Nothing is done in its name since, but that links in its mails work. */
  closed_at: Timestamp | null;
  /** Set while the account is moved to another installation, and here after that. */
  sealed_at: Timestamp | null;
  /** Days with permanent bounces of an unknown mailbox after which a contact is blocked. */
  unknown_mailbox_days: Generated<number>;
  /** Days with permanent bounces after which a contact is blocked. */
  hard_bounce_days: Generated<number>;
  /** Days with other bounces after which a contact is blocked; null if never. */
  soft_bounce_days: ColumnType<number | null, number | null | undefined, number | null>;
  /** Days for which a contact is held back after a permanent bounce; 0 if none is. */
  hold_days: Generated<number>;
  /** Shares of mails, in percent, from which on a sendout warns, and pauses by itself: reported as spam … */
  complaint_warning: Generated<number>;
  complaint_pause: Generated<number>;
  /** … rejected or returned because the mailbox does not exist … */
  bounce_warning: Generated<number>;
  bounce_pause: Generated<number>;
  /** … and rejected as unwanted. */
  block_warning: Generated<number>;
  block_pause: Generated<number>;
  /** Maximum number of newsletters to a contact within `pressure_days`; null for no limit. */
  pressure_mails: ColumnType<number | null, number | null | undefined, number | null>;
  pressure_days: Generated<number>;
  /** Address that answers of contacts are forwarded to; null if no mail has a reply address of the service. */
  answers_to: ColumnType<string | null, string | null | undefined, string | null>;
  /** Whether a request to unsubscribe that somebody wrote in words is done without asking a person. */
  answers_unsubscribe: Generated<boolean>;
  /** Whether mailings that name no address for replies have one of the service too. */
  answers_to_all: Generated<boolean>;
  /** Name on public pages; null for that of the account. */
  brand_name: ColumnType<string | null, string | null | undefined, string | null>;
  /** Token of an image of the account. */
  brand_logo: ColumnType<string | null, string | null | undefined, string | null>;
  /** `#rrggbb`, readable on light pages. */
  brand_color: ColumnType<string | null, string | null | undefined, string | null>;
  /** `#rrggbb`, readable on dark pages. */
  brand_dark_color: ColumnType<string | null, string | null | undefined, string | null>;
  /** Colors, font and the like of mailings; null if the account has no style of its own. */
  mail_style: ColumnType<
    AccountMailStyleDraft | null,
    JsonText<AccountMailStyleDraft> | null | undefined,
    JsonText<AccountMailStyleDraft> | null
  >;
}

/** A domain that senders of an account may have, and those of others may not. */
export interface SenderDomainTable {
  account_id: number;
  /** In lower case, as A-labels; domains below it belong to the account too. */
  domain: string;
  /** Why it belongs to the account: an operator has given it, its DNS says so, or it was used before domains had owners. */
  proof: 'given' | 'dns' | 'in use';
  created_at: CreatedAt;
}

export type Right = 'get' | 'post' | 'put' | 'delete';

export interface ApiKeyTable {
  account_id: number;
  id: Id;
  /** First 8 symbols of the key, shown in lists. */
  prefix: string;
  /** SHA-256 of the whole key. */
  hash: Bytes;
  label: string;
  rights: Right[];
  creator: string;
  /** In CIDR notation, where the key is good; everywhere when there are none. */
  networks: Generated<string[]>;
  created_at: CreatedAt;
  expires_at: Timestamp | null;
  revoked_at: Timestamp | null;
  last_used_at: Timestamp | null;
  /** Whose session it is the key of; its rights are those of the user's role. */
  user_id: number | null;
  /** Whether the provider of identities has let this user in. */
  by_provider: Generated<boolean>;
}

/** A key of an operator, of the whole service. */
export interface OperatorKeyTable extends Omit<ApiKeyTable, 'account_id' | 'creator' | 'user_id' | 'by_provider'> {}

/** A session of the console; it ends with its key too. */
export interface ConsoleSessionTable {
  account_id: number;
  /** SHA-256 of the token in the cookie. */
  token_hash: Bytes;
  key_id: number;
  expires_at: Timestamp;
  /** The API key, sealed with the token; sessions of older versions have none. */
  sealed_key: Bytes | null;
  /** Time of the last request, give or take a minute. */
  seen_at: Generated<Date>;
  id: Id;
  opened_at: CreatedAt;
  /** Address of the browser without its last part. */
  network: string | null;
}

export type Role = 'reader' | 'editor' | 'sender' | 'administrator';

/** Rights beside those of methods: to send, and to manage users and rules of the account. */
export type Privilege = 'send' | 'administer';

/** A person who works with the account in a browser. */
export interface AccountUserTable {
  account_id: number;
  id: Id;
  email: string;
  email_folded: string;
  name: string;
  role: Role;
  /** Of mails to the user. */
  language: Generated<Language>;
  state: 'invited' | 'active' | 'disabled';
  /** About which ends of work the user gets mails; what is absent is as usual (`outcomes`). */
  outcome_mails: JsonDefault<OutcomeMailsUpdate>;
  /** scrypt, with its parameters and salt; null before the invitation is accepted. */
  password_hash: string | null;
  /** Secret of an authenticator app; does not count before a code was entered. */
  totp_secret: Sealed | null;
  /** Since when signing in with a password needs a code. */
  totp_since: Timestamp | null;
  /** Interval of the last code that was taken; earlier ones are not taken any more. */
  totp_step: number | null;
  created_at: CreatedAt;
}

/** A link or a step on the way in that works once. */
export interface UserTokenTable {
  account_id: number;
  user_id: number;
  /** SHA-256 of the token. */
  hash: Bytes;
  purpose: 'invitation' | 'reset' | 'second-factor' | 'account-choice';
  expires_at: Timestamp;
}

/** A code that replaces one of the authenticator app, once. */
export interface UserRecoveryCodeTable {
  account_id: number;
  user_id: number;
  /** SHA-256 of the code with its user. */
  hash: Bytes;
}

/** A key pair of a user's device, for the origin of the console (WebAuthn). */
export interface UserPasskeyTable {
  account_id: number;
  id: Id;
  user_id: number;
  /** base64url, as browsers name it; found before the account is known. */
  credential_id: string;
  /** COSE. */
  public_key: Bytes;
  /** Grows with each use at some devices, and stays 0 at others. */
  counter: number;
  name: string;
  created_at: CreatedAt;
  used_at: Timestamp | null;
}

/** A person of an OpenID Connect provider who signs in as a user. */
export interface UserIdentityTable {
  account_id: number;
  user_id: number;
  issuer: string;
  /** Of the issuer, which gives it to nobody else; addresses it may. */
  subject: string;
  created_at: CreatedAt;
  used_at: Timestamp | null;
}

/** A challenge that a browser may answer once, or something that was used once. */
export interface PasskeyChallengeTable {
  /** SHA-256 of the challenge. */
  hash: Bytes;
  /** `sign-in`, `register` with the user, or `single-sign-on` for a handshake that was used. */
  purpose: string;
  expires_at: Timestamp;
}

/** Limits of attempts to sign in, of all processes and accounts: the account is known only afterwards. */
export interface SignInAllowanceTable {
  /** Hash of what is limited: an address at a network, or a network. */
  key: string;
  /** When nothing of the limit is used any more. */
  used_until: Timestamp;
}

/** Something that somebody did. Nothing personal is in it. */
export interface AuditEntryTable {
  /** Null where a key was refused that is nobody's. */
  account_id: number | null;
  id: Id;
  at: CreatedAt;
  /** The key that was used; null for the operator's command line, and for a key that is nobody's. */
  key_id: number | null;
  /** The user whose session it was; null for other keys. */
  user_id: number | null;
  /** Id of the operation in the description, or of a command or page. */
  action: string;
  /** Object by number, such as `mailingid=17`; never a contact. For refused keys, reason and count. */
  object: string | null;
  /** The caller's address without its last part; null on this machine's command line, or when it is not known. */
  network: string | null;
}

export interface AccountPlaceholderTable {
  account_id: number;
  key: string;
  value: string;
}

export interface MailingTemplateTable {
  account_id: number;
  id: Id;
  /** Parts joined by `/`, without one at the beginning. */
  path: string;
  name: string;
  tags: Generated<string[]>;
  html: string;
  /** Source that the HTML was made from; null if the template is written in HTML. */
  mjml: ColumnType<string | null, string | null | undefined, string | null>;
  /** Other accounts see it below `/`. */
  shared: Generated<boolean>;
  created_at: CreatedAt;
}

/** A block of a mailing that is inserted elsewhere. */
export interface SavedBlockTable {
  account_id: number;
  id: Id;
  name: string;
  mjml: string;
  created_at: CreatedAt;
}

export interface MediaImageTable {
  account_id: number;
  id: Id;
  /** SHA-256 of the bytes. */
  hash: Bytes;
  /** 32 hexadecimal digits in the public address, of all accounts. */
  token: string;
  mime_type: string;
  bytes: Bytes;
  /** Of its file, for people; null if it is unknown. */
  name: string | null;
  created_at: CreatedAt;
  /** PNG file; null until somebody asks for it, and if there can be none. */
  thumbnail: Bytes | null;
  /** Why there is no thumbnail. */
  thumbnail_fault: ThumbnailFault | null;
}

export type ThumbnailFault = 'too_many_pixels' | 'too_complex' | 'unreadable';

/** A key that the secrets are encrypted with; the newest one encrypts new values. */
export interface SecretKeyTable {
  number: Id;
  /** Computed from the key, which is not stored. */
  id: string;
  created_at: CreatedAt;
}
