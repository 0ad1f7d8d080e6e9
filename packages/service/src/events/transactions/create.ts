import { randomUUID } from 'node:crypto';
import type { TransactionAttachment, TransactionDraft, TransactionReport } from '@mailwright/server';
import {
  type ContactKey,
  findByKeys,
  type ImportedContact,
  importNamed,
  keyOfName,
  type NamedContact,
  type WantedContact,
} from '../../people/index.ts';

import type { Db } from '../../platform/database/schema.ts';
import { inSlices } from '../../platform/tasks/in-slices.ts';

import { insertTransactions, type NewTransaction } from './store.ts';
import { findTypes, type TransactionType } from './types.ts';
import { contentReader, unknownFault } from './values.ts';

export interface CreateOptions {
  /** Takes the valid ones although others are not. */
  ignoreInvalid: boolean;
  /** Content with names that the type does not have is invalid. */
  isStrict: boolean;
  /** Shows the ids of the taken ones. */
  showIds: boolean;
}

export interface CreateResult {
  reports: TransactionReport[];
  /** None when any was invalid and these are not to be ignored. */
  taken: (NewTransaction & { storeOnly: boolean })[];
}

/** One transaction of a call: what is wrong with it, or what it is about. */
type Read = { draft: TransactionDraft } & (
  | { fault: string }
  | {
      type: TransactionType;
      content: Record<string, unknown>;
      attachments: TransactionAttachment[];
      /** Names in the content that the type does not have. */
      ignored: string[];
      key: ContactKey;
      wanted?: WantedContact;
    }
);

/**
 * Takes transactions, in the open transaction of the database: creates the contacts that are to be imported, and writes
 * down what happened. A call of which nothing may be ignored and anything is invalid takes nothing.
 */
export async function createTransactions(
  db: Db,
  accountId: number,
  drafts: readonly TransactionDraft[],
  { ignoreInvalid, isStrict, showIds }: CreateOptions,
): Promise<CreateResult> {
  const typeOf = await typesOf(db, accountId, drafts);
  const read: Read[] = [];
  await inSlices(drafts, (draft) => read.push(readDraft(draft, typeOf(draft), isStrict)));
  const refused = !ignoreInvalid && read.some((one) => 'fault' in one);
  const contactOf = refused ? () => undefined : await contactsOf(db, accountId, read);
  const reports: TransactionReport[] = [];
  const taken: CreateResult['taken'] = [];
  await inSlices(read, (one) => {
    const contact = 'fault' in one ? undefined : contactOf(one);
    if ('fault' in one) reports.push({ contact: nameOf(one.draft), queued: false, message: one.fault });
    else if (contact === undefined)
      reports.push({ contact: nameOf(one.draft), queued: false, message: 'contact not found' });
    else {
      const { type, content, attachments, ignored } = one;
      const key = randomUUID();
      taken.push({
        typeId: type.id,
        contactId: contact.id,
        key,
        content,
        attachments,
        storeOnly: type.store_only,
      });
      reports.push({
        contact: reportOf(contact),
        queued: true,
        ...(ignored.length > 0 ? { ignored: ignored.slice(0, mostIgnored) } : {}),
        ...(showIds ? { transaction_id: key } : {}),
      });
    }
  });
  if (!ignoreInvalid && taken.length < drafts.length) return { reports, taken: [] };
  await insertTransactions(db, accountId, taken);
  return { reports, taken };
}

/** The types that the drafts name, by id or else by name. */
async function typesOf(db: Db, accountId: number, drafts: readonly TransactionDraft[]) {
  const ids = [...new Set(drafts.flatMap(({ type }) => type ?? []))];
  const names = [...new Set(drafts.flatMap(({ type, typeName }) => (type === undefined ? (typeName ?? []) : [])))];
  const types = await findTypes(db, accountId, { ids, names });
  const checked = types.map((type): CheckedType => ({ type, read: contentReader(type) }));
  const byId = new Map(checked.map((each) => [each.type.id, each]));
  const byName = new Map(checked.map((each) => [each.type.name, each]));
  return ({ type, typeName }: TransactionDraft): CheckedType | undefined =>
    type === undefined ? byName.get(typeName ?? '') : byId.get(type);
}

interface CheckedType {
  type: TransactionType;
  read: ReturnType<typeof contentReader>;
}

function readDraft(draft: TransactionDraft, known: CheckedType | undefined, isStrict: boolean): Read {
  const { type: id, typeName } = draft;
  if (known === undefined) {
    return {
      draft,
      fault:
        id === undefined && !typeName
          ? 'neither type nor typeName is given'
          : `transaction type ${id ?? `"${typeName}"`} not found`,
    };
  }
  const { type, read } = known;
  const found = read(draft.content ?? {});
  if ('fault' in found) return { draft, fault: found.fault };
  const { content, unknown: ignored } = found;
  if (isStrict && ignored[0] !== undefined) return { draft, fault: unknownFault(type.name, ignored[0]) };
  const attachments = (draft.attachments ?? []).map(withoutLineBreaks);
  const fault = attachments.map(attachmentFault).find((one) => one !== undefined);
  if (fault) return { draft, fault };
  const about = { draft, type, content, attachments, ignored };
  const imported = draft.import?.contact;
  const name = imported ?? draft.contact ?? {};
  const key = keyOfName(name);
  if (key === undefined) return { draft, fault: 'no contact is named by id, external_id or email' };
  if ('fault' in key) return { draft, fault: key.fault };
  if (imported === undefined) return { ...about, key };
  const { email, external_id: externalId, permission = 1 } = imported;
  return { ...about, key, wanted: { key, email, externalId, permission } };
}

const mostIgnored = 100;

/** Mail programs write base64 in lines (RFC 2045, section 6.8). */
const withoutLineBreaks = (attachment: TransactionAttachment): TransactionAttachment =>
  /\s/.test(attachment.data) ? { ...attachment, data: attachment.data.replace(/[\r\n]+/g, '') } : attachment;

function attachmentFault({ filename, data }: { filename: string; data: string }): string | undefined {
  const isBase64 = data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
  return isBase64 ? undefined : `data of the attachment "${filename}" must be base64`;
}

/** Finds the contacts of the valid drafts, and creates those that are to be imported. */
async function contactsOf(db: Db, accountId: number, read: readonly Read[]) {
  const valid = read.filter((one) => 'key' in one);
  const wanted = valid.flatMap((one) => one.wanted ?? []);
  const keys = valid.flatMap((one) => (one.wanted ? [] : one.key));
  const imported = await importNamed(db, accountId, wanted);
  const existing = await findByKeys(db, accountId, keys);
  return (one: (typeof valid)[number]): ImportedContact | NamedContact | undefined =>
    one.wanted ? imported(one.wanted) : existing(one.key);
}

/** The contact as the draft names it. */
function nameOf(draft: TransactionDraft): TransactionReport['contact'] {
  const { id, external_id, email } = draft.import?.contact ?? draft.contact ?? {};
  return {
    ...(id === undefined ? {} : { id }),
    ...(external_id === undefined ? {} : { external_id }),
    ...(email === undefined ? {} : { email }),
  };
}

function reportOf(contact: ImportedContact | NamedContact): TransactionReport['contact'] {
  const { id, external_id, email, permission } = contact;
  return {
    id,
    ...(external_id === null ? {} : { external_id }),
    ...(email === null ? {} : { email }),
    permission,
    ...('created' in contact ? { created: contact.created } : {}),
  };
}
