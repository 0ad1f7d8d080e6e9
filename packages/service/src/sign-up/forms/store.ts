import { type Selectable, sql } from 'kysely';
import { deleteOutcomes, recordSwitchedOff } from '../../outcomes/index.ts';
import type { ProfileField } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { newToken } from '../../platform/http/link-token.ts';
import type { SignUpFormTable } from '../tables.ts';
import type { FormField, FormSettings } from './settings.ts';

export type SignUpForm = Selectable<SignUpFormTable> & { consent: string; fields: FormField[] };

const maxForms = 100;

/** Finds the forms that have a custom field. */
export async function formsWithField(
  db: Db,
  accountId: number,
  fieldId: number,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from sign_up_form where account_id = ${accountId} and exists (
      select from sign_up_field as field
      where field.account_id = ${accountId} and form_id = sign_up_form.id and custom_field_id = ${fieldId})
    order by id`.execute(db);
  return rows;
}

/** Returns the new form, or `undefined` if the account already has 100. */
export async function insertForm(
  db: Db,
  accountId: number,
  settings: FormSettings,
  savedBy: number | null,
): Promise<SignUpForm | undefined> {
  // One after the other, so that two cannot both be the hundredth.
  await sql`select pg_advisory_xact_lock(hashtextextended('sign-up form', ${accountId}))`.execute(db);
  const { count } = await db
    .selectFrom('sign_up_form')
    .select((form) => form.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  if (count >= maxForms) return undefined;
  const form = await db
    .insertInto('sign_up_form')
    .values({ account_id: accountId, ...settings.form, token: newToken().token, consent_version: 1, saved_by: savedBy })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertConsent(db, form, settings.consent);
  await insertFields(db, form, settings.fields);
  return { ...form, consent: settings.consent, fields: settings.fields };
}

/** Replaces the settings of a form that is locked; another consent text is a new version. */
export async function updateForm(
  db: Db,
  before: SignUpForm,
  settings: FormSettings,
  savedBy: number | null,
): Promise<SignUpForm> {
  const { account_id: accountId, id } = before;
  const isNew = before.consent !== settings.consent;
  const form = await db
    .updateTable('sign_up_form')
    .set({ ...settings.form, consent_version: before.consent_version + (isNew ? 1 : 0), saved_by: savedBy })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordSwitchedOff(db, accountId, 'form', {
    id,
    wasOn: before.active,
    isOn: form.active,
    savedBy: before.saved_by,
    changedBy: savedBy,
  });
  if (isNew) await insertConsent(db, form, settings.consent);
  await db.deleteFrom('sign_up_field').where('account_id', '=', accountId).where('form_id', '=', id).execute();
  await insertFields(db, form, settings.fields);
  return { ...form, consent: settings.consent, fields: settings.fields };
}

/** The forms of the account by id. */
export async function listForms(db: Db, accountId: number): Promise<SignUpForm[]> {
  return readForms(db, (forms) => forms.where('form.account_id', '=', accountId).orderBy('form.id'));
}

/** A topic that people choose on forms, by the label of one of them. */
export interface Topic {
  field: ProfileField & { kind: 'custom' };
  label: string;
}

/** The topics of the forms in use, each once; labels are those of forms in the language, where there are any. */
export async function listTopics(db: Db, accountId: number, language: string): Promise<Topic[]> {
  const forms = (await listForms(db, accountId)).filter(({ active }) => active);
  const topics = new Map<number, Topic>();
  for (const form of [...forms.filter((each) => each.language === language), ...forms])
    for (const { usage, field, label } of form.fields)
      if (usage === 'topic' && field.kind === 'custom' && !topics.has(field.id))
        topics.set(field.id, { field, label: label! });
  return [...topics.values()];
}

export async function findForm(db: Db, accountId: number, id: number): Promise<SignUpForm | undefined> {
  const [form] = await readForms(db, (forms) =>
    forms.where('form.account_id', '=', accountId).where('form.id', '=', id),
  );
  return form;
}

/**
 * As `findForm`, and keeps others from changing it until the transaction ends. It is read after the lock: a statement that
 * waits for it does not see the text of the consent that others have added meanwhile.
 */
export async function lockForm(db: Db, accountId: number, id: number): Promise<SignUpForm | undefined> {
  await db
    .selectFrom('sign_up_form')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .execute();
  return findForm(db, accountId, id);
}

/** Returns the form with the token of its address, whose account still exists. */
export async function findFormByToken(db: Db, token: string): Promise<SignUpForm | undefined> {
  const [form] = await readForms(db, (forms) => forms.where('form.token', '=', token).where('form.active', '=', true));
  return form;
}

/** Deletes a form and the consent texts that nobody has agreed to. Returns false if there is none. */
export async function deleteForm(db: Db, accountId: number, id: number): Promise<boolean> {
  await deleteOutcomes(db, accountId, ['form'], id);
  await db
    .deleteFrom('sign_up_consent as consent')
    .where('account_id', '=', accountId)
    .where('form_id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('sign_up')
            .select('sign_up.id')
            .whereRef('sign_up.account_id', '=', 'consent.account_id')
            .whereRef('sign_up.consent_id', '=', 'consent.id'),
        ),
      ),
    )
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom('sign_up_form')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

async function readForms(
  db: Db,
  narrow: (forms: ReturnType<typeof formsWithConsent>) => ReturnType<typeof formsWithConsent>,
): Promise<SignUpForm[]> {
  const forms = await narrow(formsWithConsent(db)).execute();
  const accountId = forms[0]?.account_id;
  if (accountId === undefined) return [];
  const fields = await readFields(
    db,
    accountId,
    forms.map(({ id }) => id),
  );
  return forms.map((form) => ({ ...form, fields: fields.get(form.id) ?? [] }));
}

const formsWithConsent = (db: Db) =>
  db
    .selectFrom('sign_up_form as form')
    .innerJoin('sign_up_consent as consent', (join) =>
      join
        .onRef('consent.account_id', '=', 'form.account_id')
        .onRef('consent.form_id', '=', 'form.id')
        .onRef('consent.version', '=', 'form.consent_version'),
    )
    .selectAll('form')
    .select('consent.text as consent');

/** Fields in their order, by the ids of their forms. */
async function readFields(db: Db, accountId: number, formIds: readonly number[]): Promise<Map<number, FormField[]>> {
  const rows = await db
    .selectFrom('sign_up_field as used')
    .leftJoin('custom_field as custom', (join) =>
      join.onRef('custom.account_id', '=', 'used.account_id').onRef('custom.id', '=', 'used.custom_field_id'),
    )
    .select(['form_id', 'usage', 'standard_field', 'label', 'required', 'value', 'custom.id', 'name', 'type'])
    .where('used.account_id', '=', accountId)
    .where(sql<boolean>`form_id = any(${formIds}::int8[])`)
    .orderBy('form_id')
    .orderBy('position')
    .execute();
  const fields = new Map<number, FormField[]>();
  for (const { form_id, standard_field, id, name, type, ...rest } of rows) {
    const field = (
      standard_field === null ? { kind: 'custom', name, id, type } : { kind: 'standard', name: standard_field }
    ) as ProfileField;
    fields.set(form_id, [...(fields.get(form_id) ?? []), { ...rest, field }]);
  }
  return fields;
}

async function insertConsent(
  db: Db,
  { account_id, id, consent_version }: Selectable<SignUpFormTable>,
  text: string,
): Promise<void> {
  await db.insertInto('sign_up_consent').values({ account_id, form_id: id, version: consent_version, text }).execute();
}

async function insertFields(
  db: Db,
  { account_id, id }: Selectable<SignUpFormTable>,
  fields: readonly FormField[],
): Promise<void> {
  if (fields.length === 0) return;
  const rows = fields.map(({ usage, field, label, required, value }, position) => ({
    account_id,
    form_id: id,
    position,
    usage,
    standard_field: field.kind === 'standard' ? field.name : null,
    custom_field_id: field.kind === 'custom' ? field.id : null,
    label,
    required,
    value,
  }));
  await db.insertInto('sign_up_field').values(rows).execute();
}

/** Names of forms by their ids. */
export async function formNames(db: Db, accountId: number, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('sign_up_form')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .where(sql<boolean>`id = any(${ids}::int8[])`)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
