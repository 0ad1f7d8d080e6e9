import type { SignUpFormDraft } from '@mailwright/server';
import { customFields } from '../people/index.ts';
import { deleteForm, formDocument, insertForm, listForms, readSettings } from '../sign-up/index.ts';
import { type Actions, reads, writes } from './action.ts';
import { chooseAccount } from './choose-account.ts';

type Of = { account?: number | undefined };
type Form = ReturnType<typeof formDocument>;

export const formActions = {
  addForm: writes(async ({ db, publicUrl }, { account, draft }: Of & { draft: SignUpFormDraft }): Promise<Form> => {
    const accountId = await chooseAccount(db, account);
    const { settings, faults } = readSettings(draft, await customFields(db, accountId));
    if (faults.length > 0) throw new Error(faults.join('; '));
    const form = await insertForm(db, accountId, settings, null);
    if (form === undefined) throw new Error('the account has 100 forms, which is the maximum');
    return formDocument(form, publicUrl);
  }),

  removeForm: writes(async ({ db }, { account, id }: Of & { id: number }): Promise<void> => {
    if (!(await deleteForm(db, await chooseAccount(db, account), id))) throw new Error(`there is no form ${id}`);
  }),

  listForms: reads(async ({ db, publicUrl }, { account }: Of): Promise<Form[]> => {
    return (await listForms(db, await chooseAccount(db, account))).map((form) => formDocument(form, publicUrl));
  }),
} satisfies Actions;
