import { requestOptIn } from '../../events/index.ts';
import {
  type Contact,
  type ContactChange,
  changeContact,
  createContact,
  customFields,
  grantedPermission,
  lockContacts,
} from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Db } from '../../platform/database/schema.ts';
import { truncatedAddress } from '../../platform/network/remote-address.ts';
import type { Answers } from '../door/answers.ts';
import type { SignUpForm } from '../forms/store.ts';
import { findBySignUpRequest, insertSignUp, markConfirmed } from './store.ts';

/** Origin of a sign-up: page and network address. */
interface SignUpVisit {
  /** Origin of the page with the form; undefined for the page of the service. */
  page: string | undefined;
  remoteAddress: string;
  wakeWorker(): void;
}

/**
 * Signs somebody up. With double opt-in, the address is asked by mail, whether it is known or not, and what was entered counts
 * with the confirmation. Without it, what is known stays as it is: anyone can enter the address of others.
 * @throws ApiError 400 when the confirmation mailing is not released, 409 when the account has no room for contacts
 */
export async function signUp(db: Db, form: SignUpForm, answers: Answers, visit: SignUpVisit): Promise<void> {
  const { account_id: accountId, double_opt_in } = form;
  let workIsWaiting = false;
  await retrying(() =>
    db.transaction().execute(async (transaction) => {
      const [contact] = await lockContacts(transaction, accountId, { email: answers.email });
      const signUp = double_opt_in ? askByMail : subscribe;
      workIsWaiting = await signUp(transaction, form, answers, contact, visit);
    }),
  );
  if (workIsWaiting) visit.wakeWorker();
}

const originOf = ({ page }: SignUpVisit) => ({ source: 'sign-up form', subscriptionPage: page });
const unknownOrigin = { source: undefined, subscriptionPage: undefined };

async function askByMail(
  db: Db,
  form: SignUpForm,
  answers: Answers,
  existing: Contact | undefined,
  visit: SignUpVisit,
): Promise<boolean> {
  const { account_id: accountId, doi_plus, doi_mailing } = form;
  const nothing = { standardFields: {}, customFields: {}, preferences: [] };
  const contactId =
    existing?.id ??
    (await createContact(db, accountId, { ...nothing, email: answers.email, permission: 1 }, originOf(visit)));
  const requestId = await requestOptIn(
    { db, accountId, remoteAddress: visit.remoteAddress, wakeWorker: () => {} },
    contactId,
    {
      permission: doi_plus ? 5 : 4,
      key: doi_mailing ?? undefined,
      source: 'sign-up form',
      page: visit.page,
      byForm: true,
    },
  );
  if (requestId === undefined) return false;
  await insertSignUp(db, form, { ...entryOf(visit), contactId, requestId, answers });
  return true;
}

async function subscribe(
  db: Db,
  form: SignUpForm,
  { email, standardFields, customFields }: Answers,
  existing: Contact | undefined,
  visit: SignUpVisit,
): Promise<boolean> {
  const change = { standardFields, customFields, preferences: [] };
  const contactId =
    existing?.id ?? (await createContact(db, form.account_id, { ...change, email, permission: 2 }, originOf(visit)));
  if (existing) {
    const permission = existing.permission > 2 ? existing.permission : grantedPermission(existing, 2);
    await changeContact(db, existing, { ...withoutKnown(change, existing), permission }, unknownOrigin);
  }
  await insertSignUp(db, form, { ...entryOf(visit), contactId, requestId: null, answers: undefined });
  return false;
}

const entryOf = ({ page, remoteAddress }: SignUpVisit) => ({ page: page ?? null, ip: truncatedAddress(remoteAddress) });

/** Fields that the contact does not have; a topic that it has left can be chosen again. */
function withoutKnown({ standardFields, customFields, preferences }: ContactChange, contact: Contact): ContactChange {
  const absent =
    (known: Record<string, unknown>) =>
    ([name]: [string, unknown]) =>
      !Object.hasOwn(known, name) || (known[name] ?? false) === false;
  return {
    standardFields: Object.fromEntries(Object.entries(standardFields).filter(absent(contact.standard_fields))),
    customFields: Object.fromEntries(Object.entries(customFields).filter(absent(contact.custom_fields))),
    preferences,
  };
}

/** Gives a contact what was entered, as it has confirmed. In the transaction of the confirmation, which holds the contact. */
export async function applySignUp(db: Db, contact: Contact, requestId: number): Promise<void> {
  const signUp = await findBySignUpRequest(db, contact.account_id, requestId);
  if (signUp === undefined) return;
  const existing = new Set(Array.from((await customFields(db, contact.account_id)).values(), ({ id }) => String(id)));
  const change = {
    standardFields: signUp.standard_fields,
    // A field may have been deleted since.
    customFields: Object.fromEntries(Object.entries(signUp.custom_fields).filter(([id]) => existing.has(id))),
    preferences: [],
  };
  await changeContact(db, contact, change, unknownOrigin);
  await markConfirmed(db, signUp);
}
