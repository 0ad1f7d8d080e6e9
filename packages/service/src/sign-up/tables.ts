import type { CreatedAt, Id, Json, Timestamp } from '../platform/database/columns.ts';
import type { Language } from '../platform/text/language.ts';

declare module '../platform/database/schema.ts' {
  interface Schema {
    sign_up: SignUpTable;
    sign_up_allowance: SignUpAllowanceTable;
    sign_up_consent: SignUpConsentTable;
    sign_up_field: SignUpFieldTable;
    sign_up_form: SignUpFormTable;
  }
}

/** A form with which people subscribe. */
export interface SignUpFormTable {
  account_id: number;
  id: Id;
  /** In the address of its page: random, and no secret. */
  token: string;
  name: string;
  title: string | null;
  language: Language;
  consent_version: number;
  double_opt_in: boolean;
  doi_plus: boolean;
  /** Key of the confirmation mailing; null for `default`. */
  doi_mailing: string | null;
  /** Origins of the pages whose scripts may send sign-ups. */
  origins: string[];
  thanks: string | null;
  thanks_url: string | null;
  /** Sign-ups per hour. */
  hourly_limit: number;
  active: boolean;
  /** The user who has saved it last; null for a program with a key, and for the command line. */
  saved_by: number | null;
  created_at: CreatedAt;
}

/** A contact field of a form. */
export interface SignUpFieldTable {
  account_id: number;
  form_id: number;
  position: number;
  /** People fill it in, choose it as a topic, or get its value without being asked. */
  usage: 'asked' | 'topic' | 'given';
  standard_field: string | null;
  custom_field_id: number | null;
  label: string | null;
  required: boolean;
  /** The value of a given field as text. */
  value: string | null;
}

/** A version of what people agree to. */
export interface SignUpConsentTable {
  account_id: number;
  id: Id;
  /** Null when the form was deleted. */
  form_id: number | null;
  version: number;
  text: string;
  created_at: CreatedAt;
}

/** Somebody has signed up with a form. */
export interface SignUpTable {
  account_id: number;
  id: Id;
  contact_id: number;
  /** Null when the form was deleted. */
  form_id: number | null;
  /** The version of the consent that was agreed to. */
  consent_id: number;
  /** The request that confirms it; null without double opt-in. */
  request_id: number | null;
  /** Values that the contact gets with the confirmation; empty afterwards. */
  standard_fields: Json<Record<string, string>>;
  custom_fields: Json<Record<string, string | number | boolean>>;
  /** Origin of the page with the form; null for the page of the service. */
  page: string | null;
  /** Without its last part. */
  ip: string | null;
  created_at: CreatedAt;
  confirmed_at: Timestamp | null;
}

/** Used part of the limit of a form, a network or a domain. */
export interface SignUpAllowanceTable {
  account_id: number;
  key: string;
  used_until: Timestamp;
}
