import { badRequest, conflict, type Handlers, notFound, reply, type SignUpFormDraft } from '@mailwright/server';
import { findConfirmationObstacle } from '../../events/index.ts';
import { customFields } from '../../people/index.ts';
import { totalOf } from '../../platform/lists/total.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import {
  countSignUps,
  deleteForm,
  formDocument,
  insertForm,
  listForms,
  listSignUps,
  lockForm,
  readSettings,
  updateForm,
} from '../../sign-up/index.ts';
import type { Context } from '../context.ts';
import { etagOf, requireSeen } from '../seen.ts';
import { requireForm } from './require.ts';

/** Forms with which people subscribe. */
export const signUpFormHandlers = {
  async listSignUpForms(_input, { db, accountId, publicUrl }) {
    return (await listForms(db, accountId)).map((form) => formDocument(form, publicUrl));
  },

  async getSignUpForm({ formId }, context) {
    const form = formDocument(await requireForm(context, formId), context.publicUrl);
    return reply(200, form, { etag: etagOf(form) });
  },

  async createSignUpForm({ body }, context) {
    const { db, accountId, userId = null } = context;
    const form = await insertForm(db, accountId, await requireSettings(body, context), userId);
    if (form === undefined) throw conflict('The account has 100 sign-up forms, which is the maximum.');
    return formDocument(form, context.publicUrl);
  },

  async updateSignUpForm({ formId, body, 'If-Match': seen }, context) {
    const before = await lockForm(context.db, context.accountId, formId);
    if (before === undefined) throw notFound('Sign-up form', formId);
    requireSeen(`Sign-up form with id ${formId}`, etagOf(formDocument(before, context.publicUrl)), seen);
    const settings = await requireSettings(body, context);
    return formDocument(await updateForm(context.db, before, settings, context.userId ?? null), context.publicUrl);
  },

  async deleteSignUpForm({ formId }, { db, accountId }) {
    if (!(await deleteForm(db, accountId, formId))) throw notFound('Sign-up form', formId);
  },

  async listSignUps(input, { db, accountId }) {
    const { formId } = input;
    await requireForm({ db, accountId }, formId);
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

/**
 * The settings of a form that works. One that people could not use is off, unless the draft says that it is on: then that is
 * refused. @throws ApiError 400 with everything that is wrong with the form */
async function requireSettings(draft: SignUpFormDraft, { db, accountId }: Pick<Context, 'db' | 'accountId'>) {
  const { settings, faults } = readSettings(draft, await customFields(db, accountId));
  if (faults.length > 0) throw badRequest(faults.join('; '));
  const { form } = settings;
  if (!form.active || !form.double_opt_in) return settings;
  const found = await findConfirmationObstacle(db, accountId, form.doi_mailing ?? undefined);
  if (found === undefined) return settings;
  if (draft.active) throw badRequest(`The form cannot be switched on. ${found.message} ${found.remedy}`);
  return { ...settings, form: { ...form, active: false } };
}
