import { badRequest, conflict, type Handlers, notFound, type SignUpFormDraft } from '@mailwright/server';
import { customFields } from '../../people/index.ts';
import { totalOf } from '../../platform/database/total.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import {
  countSignUps,
  deleteForm,
  findForm,
  formDocument,
  insertForm,
  listForms,
  listSignUps,
  readSettings,
  updateForm,
} from '../../sign-up/index.ts';
import type { Context } from '../context.ts';

/** Forms with which people subscribe. */
export const signUpFormHandlers = {
  async listSignUpForms(_input, { db, accountId, publicUrl }) {
    return (await listForms(db, accountId)).map((form) => formDocument(form, publicUrl));
  },

  async getSignUpForm({ formId }, { db, accountId, publicUrl }) {
    const form = await findForm(db, accountId, formId);
    if (form === undefined) throw notFound('Sign-up form', formId);
    return formDocument(form, publicUrl);
  },

  async createSignUpForm({ body }, context) {
    const form = await insertForm(context.db, context.accountId, await requireSettings(body, context));
    if (form === undefined) throw conflict('The account has 100 sign-up forms, which is the maximum.');
    return formDocument(form, context.publicUrl);
  },

  async updateSignUpForm({ formId, body }, context) {
    const settings = await requireSettings(body, context);
    const form = await updateForm(context.db, context.accountId, formId, settings);
    if (form === undefined) throw notFound('Sign-up form', formId);
    return formDocument(form, context.publicUrl);
  },

  async deleteSignUpForm({ formId }, { db, accountId }) {
    if (!(await deleteForm(db, accountId, formId))) throw notFound('Sign-up form', formId);
  },

  async listSignUps(input, { db, accountId }) {
    const { formId } = input;
    if ((await findForm(db, accountId, formId)) === undefined) throw notFound('Sign-up form', formId);
    const signUps = await listSignUps(db, accountId, formId, input);
    return {
      items: signUps.map(({ id, contact_id, email, created_at, confirmed_at, version, text, page }) => ({
        id,
        contact_id,
        ...(email !== null && { email }),
        created: formatSqlDateTime(created_at),
        ...(confirmed_at !== null && { confirmed: formatSqlDateTime(confirmed_at) }),
        consent_version: version,
        consent: text,
        ...(page !== null && { page }),
      })),
      total: await totalOf(signUps, input, () => countSignUps(db, accountId, formId)),
    };
  },
} satisfies Partial<Handlers<Context>>;

/** @throws ApiError 400 with everything that is wrong with the form */
async function requireSettings(draft: SignUpFormDraft, { db, accountId }: Pick<Context, 'db' | 'accountId'>) {
  const { settings, faults } = readSettings(draft, await customFields(db, accountId));
  if (faults.length > 0) throw badRequest(faults.join('; '));
  return settings;
}
