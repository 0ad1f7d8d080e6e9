import { type Selectable, sql } from 'kysely';
import type { ProfileField } from '../../people/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { newToken } from '../../platform/http/link-token.ts';
import type { SignUpFormTable } from '../tables.ts';
import type { FormField, FormSettings } from './settings.ts';

export type SignUpForm = Selectable<SignUpFormTable> & { consent: string; fields: FormField[] };

const maxForms = 100;

/** Returns the new form, or `undefined` if the account already has 100. */
export async function insertForm(db: Db, accountId: number, settings: FormSettings): Promise<SignUpForm | undefined> {
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
    .values({ account_id: accountId, ...settings.form, token: newToken().token, consent_version: 1 })
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertConsent(db, form, settings.consent);
  await insertFields(db, form, settings.fields);
  return { ...form, consent: settings.consent, fields: settings.fields };
}

/** Replaces the settings of a form; another consent text is a new version. Returns `undefined` if there is no form. */
export async function updateForm(
  db: Db,
  accountId: number,
  id: number,
  settings: FormSettings,
): Promise<SignUpForm | undefined> {
  const [before] = await readForms(db, (forms) =>
    forms.where('form.account_id', '=', accountId).where('form.id', '=', id).forUpdate('form'),
  );
  if (before === undefined) return undefined;
  const isNew = before.consent !== settings.consent;
  const form = await db
    .updateTable('sign_up_form')
    .set({ ...settings.form, consent_version: before.consent_version + (isNew ? 1 : 0) })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
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

/** Returns the form with the token of its address, whose account still exists. */
export async function findFormByToken(db: Db, token: string): Promise<SignUpForm | undefined> {
  const [form] = await readForms(db, (forms) => forms.where('form.token', '=', token).where('form.active', '=', true));
  return form;
}

/** Deletes a form and the consent texts that nobody has agreed to. Returns false if there is none. */
export async function deleteForm(db: Db, accountId: number, id: number): Promise<boolean> {
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
