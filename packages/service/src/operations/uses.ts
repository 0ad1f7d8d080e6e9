import type { Use } from '@mailwright/server';
import { templates } from '../account/index.ts';
import { filtersWithCustomField, type TargetGroup } from '../audiences/index.ts';
import { findProgramUsing, type UsedObject } from '../events/index.ts';
import { mailingsContaining, mailingsForAudience, scheduledByField, type UsingMailing } from '../mailings/index.ts';
import { profileFields } from '../people/index.ts';
import { formsWithField } from '../sign-up/index.ts';
import type { Context } from './context.ts';

type AccountContext = Pick<Context, 'db' | 'accountId'>;

const mailingUse = ({ id, name }: UsingMailing): Use => ({ kind: 'mailing', id, name, is_binding: false });

const scheduleUse = (mailing: UsingMailing): Use => ({ ...mailingUse(mailing), is_binding: true });

async function programUse({ db, accountId }: AccountContext, thing: UsedObject): Promise<Use[]> {
  const name = await findProgramUsing(db, accountId, thing);
  return name === undefined ? [] : [{ kind: 'automation_program', name, is_binding: true }];
}

/** What uses a custom field. */
export async function usesOfField(context: AccountContext, id: number, name: string): Promise<Use[]> {
  const { db, accountId } = context;
  const filters = await filtersWithCustomField(db, accountId, id);
  const profile = await profileFields(db, accountId);
  return [
    ...filters.slice(0, 20).map((filter): Use => ({ kind: 'contact_filter', name: filter, is_binding: true })),
    ...(await programUse(context, { customField: id })),
    ...(await scheduledByField(db, accountId, id)).map(scheduleUse),
    ...(await formsWithField(db, accountId, id)).map(
      (form): Use => ({ kind: 'sign_up_form', ...form, is_binding: false }),
    ),
    ...(profile.some((field) => field.kind === 'custom' && field.id === id)
      ? [{ kind: 'profile_page' as const, name: '', is_binding: false }]
      : []),
    ...(await mailingsContaining(db, accountId, `CONTACT|${name}`)).map(mailingUse),
  ];
}

/** What uses a target group or its contact filter. */
export async function usesOfTargetGroup(context: AccountContext, group: TargetGroup): Promise<Use[]> {
  const { targeted, dispatched } = await mailingsForAudience(context.db, context.accountId, {
    targetGroup: group.id,
    contactFilter: group.contact_filter_id,
  });
  return [
    ...targeted.map(mailingUse),
    ...dispatched.map((mailing): Use => ({ ...mailingUse(mailing), is_binding: true })),
    ...(await programUse(context, { contactFilter: group.contact_filter_id })),
  ];
}

/** What shows an image, by the token of its address. */
export async function usesOfImage(
  { db, accountId, account }: Pick<Context, 'db' | 'accountId' | 'account'>,
  token: string,
): Promise<Use[]> {
  return [
    ...(account.brand_logo === token ? [{ kind: 'branding' as const, name: account.name, is_binding: false }] : []),
    ...(await mailingsContaining(db, accountId, token)).map(mailingUse),
    ...(await templates.templatesContaining(db, accountId, token)).map(
      (template): Use => ({ kind: 'template', ...template, is_binding: false }),
    ),
  ];
}
