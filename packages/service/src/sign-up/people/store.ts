import { type Selectable, sql } from 'kysely';
import type { Db } from '../../platform/database/schema.ts';
import { json } from '../../platform/database/values.ts';
import type { Answers } from '../door/answers.ts';
import type { SignUpForm } from '../forms/store.ts';
import type { SignUpTable } from '../tables.ts';

interface NewSignUp {
  contactId: number;
  /** The request that confirms it; null without double opt-in. */
  requestId: number | null;
  /** Values that are stored when the contact confirms. */
  answers: Answers | undefined;
  page: string | null;
  ip: string | null;
}

/** Stores a sign-up with the consent that the form shows now. */
export async function insertSignUp(db: Db, form: SignUpForm, signUp: NewSignUp): Promise<void> {
  const { contactId, requestId, answers, page, ip } = signUp;
  await db
    .insertInto('sign_up')
    .values({
      account_id: form.account_id,
      contact_id: contactId,
      form_id: form.id,
      consent_id: sql<number>`(
        select id from sign_up_consent
        where account_id = ${form.account_id} and form_id = ${form.id} and version = ${form.consent_version})`,
      request_id: requestId,
      standard_fields: json(answers?.standardFields ?? {}),
      custom_fields: json(answers?.customFields ?? {}),
      page,
      ip,
      ...(requestId === null && { confirmed_at: sql<Date>`now()` }),
    })
    .execute();
}

export async function findBySignUpRequest(
  db: Db,
  accountId: number,
  requestId: number,
): Promise<Selectable<SignUpTable> | undefined> {
  return db
    .selectFrom('sign_up')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
}

/** Keeps that a sign-up was confirmed; what was entered is the contact's now. */
export async function markConfirmed(
  db: Db,
  { account_id, id }: Pick<Selectable<SignUpTable>, 'account_id' | 'id'>,
): Promise<void> {
  await db
    .updateTable('sign_up')
    .set({ confirmed_at: sql<Date>`now()`, standard_fields: json({}), custom_fields: json({}) })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .execute();
}

/** The sign-ups of a form, the newest first. */
export async function listSignUps(
  db: Db,
  accountId: number,
  formId: number,
  page: { page_size: number; page_index: number },
) {
  return db
    .selectFrom('sign_up')
    .innerJoin('contact', (join) =>
      join.onRef('contact.account_id', '=', 'sign_up.account_id').onRef('contact.id', '=', 'sign_up.contact_id'),
    )
    .innerJoin('sign_up_consent as consent', (join) =>
      join.onRef('consent.account_id', '=', 'sign_up.account_id').onRef('consent.id', '=', 'sign_up.consent_id'),
    )
    .select(['sign_up.id', 'contact_id', 'email', 'sign_up.created_at', 'confirmed_at', 'page'])
    .select(['consent.version', 'consent.text'])
    .where('sign_up.account_id', '=', accountId)
    .where('sign_up.form_id', '=', formId)
    .orderBy('sign_up.id', 'desc')
    .limit(page.page_size)
    .offset((page.page_index - 1) * page.page_size)
    .execute();
}

/** The sign-ups of a contact with what it has agreed to, the oldest first. */
export async function signUpsOf(db: Db, accountId: number, contactId: number) {
  return db
    .selectFrom('sign_up')
    .innerJoin('sign_up_consent as consent', (join) =>
      join.onRef('consent.account_id', '=', 'sign_up.account_id').onRef('consent.id', '=', 'sign_up.consent_id'),
    )
    .select(['sign_up.created_at as at', 'confirmed_at as confirmed', 'page', 'ip', 'consent.text'])
    .where('sign_up.account_id', '=', accountId)
    .where('sign_up.contact_id', '=', contactId)
    .orderBy('sign_up.id')
    .execute();
}

export async function countSignUps(db: Db, accountId: number, formId: number): Promise<number> {
  const { count } = await db
    .selectFrom('sign_up')
    .select((signUp) => signUp.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('form_id', '=', formId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Deletes the sign-ups of contacts that are erased or anonymized. */
export async function deleteSignUpsOf(db: Db, accountId: number, contactIds: readonly number[]): Promise<void> {
  await db
    .deleteFrom('sign_up')
    .where('account_id', '=', accountId)
    .where(sql<boolean>`contact_id = any(${contactIds}::int8[])`)
    .execute();
}
