import { badRequest, conflict, type FilterOperator, type Handlers, notFound } from '@mailwright/server';
import {
  allOf,
  type ContactSelection,
  type ContactsChange,
  countChanges,
  findChange,
  findContactFilter,
  insertChange,
  listChanges,
  readGroup,
  selectionCondition,
} from '../../audiences/index.ts';
import {
  contactCounts,
  contactDocuments,
  contactOrder,
  contactPieces,
  customFields,
  samples,
  tagNames,
} from '../../people/index.ts';
import { totalOf } from '../../platform/lists/total.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import type { Context } from '../context.ts';
import { readPosition, writePosition } from './position.ts';
import { documentsOf } from './read.ts';
import { requireTag } from './tags.ts';

/** Contacts that a search finds, and changes of all of them. */
export const foundContactHandlers = {
  async findContacts(input, context) {
    const { db, accountId } = context;
    const selection = await readSelection(input, context);
    const condition = selectionCondition(accountId, selection);
    const isByIds = selection.ids !== undefined;
    const after = readPosition(input.sort, input.after);
    const part = { order: input.sort, after, limit: input.limit, isByIds };
    const columns = contactDocuments.shownColumns(input);
    const { contacts, next } = await contactOrder.findInOrder(db, accountId, condition, part, columns);
    const count = isByIds ? contactCounts.countContacts : contactPieces.countInPieces;
    const total = input.with_total ? await count(db, accountId, condition) : undefined;
    return {
      ...(total && { total: total.all, total_active: total.active }),
      ...(next && { next: writePosition(input.sort, next) }),
      contacts: contacts.map(await documentsOf(input, context)),
    };
  },

  async updateFoundContacts({ action, change_tag, count, ...search }, context) {
    const named = action === 'block' ? undefined : change_tag;
    if (action !== 'block' && named === undefined) throw badRequest(`change_tag is required for ${action}`);
    return startChange(action, named === undefined ? null : requireTag('change_tag', named), count, search, context);
  },

  async removeFoundContacts({ action, count, ...search }, context) {
    return startChange(action, null, count, search, context);
  },

  async listContactsChanges(input, { db, accountId }) {
    const changes = await listChanges(db, accountId, input);
    return {
      items: changes.map(changeDocument),
      total: await totalOf(changes, input, () => countChanges(db, accountId)),
    };
  },

  async getContactsChange({ changeId }, { db, accountId }) {
    const change = await findChange(db, accountId, changeId);
    if (change === undefined) throw notFound('Change', changeId);
    return changeDocument(change);
  },
} satisfies Partial<Handlers<Context>>;

interface Search {
  text?: string;
  contact_filter_id?: number;
  import_id?: number;
  tag?: string;
  field?: string;
  is_customfield: boolean;
  operator?: FilterOperator;
  value?: string;
  ids: number[];
  /** Whether only sample contacts are wanted. */
  samples: boolean;
}

/** Reads what is searched for; 400 if the rule does not fit its field, 404 if there is no such contact filter. */
async function readSelection(
  {
    text,
    contact_filter_id,
    import_id,
    tag,
    field,
    is_customfield,
    operator,
    value,
    ids,
    samples: onlySamples,
  }: Search,
  { db, accountId }: Context,
): Promise<ContactSelection> {
  if (operator === undefined && (field !== undefined || value !== undefined))
    throw badRequest('field and value need an operator');
  const rules = [
    ...(tag === undefined ? [] : [{ field: 'TAG', operator: 'EQUALS' as const, value: tagNames.tagName(tag) }]),
    ...(operator === undefined
      ? []
      : [{ operator, is_customfield, ...(field !== undefined && { field }), ...(value !== undefined && { value }) }]),
  ];
  const group = rules.length > 0 ? readGroup({ rules }, await customFields(db, accountId)) : allOf();
  if (contact_filter_id !== undefined) {
    const filter = await findContactFilter(db, accountId, contact_filter_id);
    if (filter === undefined) throw notFound('Contact filter', contact_filter_id);
    group.groups.push(filter.rules);
  }
  // Processes of an older version carry out changes that this one stores: they know ids.
  const sampleIds = onlySamples ? await samples.findSamples(db, accountId) : undefined;
  const wanted = ids.length > 0 ? ids : undefined;
  const found = sampleIds?.filter((id) => wanted?.includes(id) ?? true) ?? wanted;
  return {
    ...(text?.trim() && { text }),
    ...(found && { ids: found }),
    ...(import_id && { importId: import_id }),
    group,
  };
}

/** Starts a change of all contacts that are found; 409 unless they are as many as the caller expects. */
async function startChange(
  action: ContactsChange['action'],
  tag: string | null,
  expected: number,
  search: Search,
  context: Context,
) {
  const { db, accountId, wakeWorker } = context;
  const selection = await readSelection(search, context);
  const { all: count } = await contactPieces.countInPieces(db, accountId, selectionCondition(accountId, selection));
  if (count !== expected)
    throw conflict(`The search finds ${count} contacts now, not ${expected}; nothing was changed.`);
  const change = await insertChange(db, accountId, { action, tag, count, selection });
  wakeWorker();
  return changeDocument(change);
}

const changeDocument = ({ id, action, tag, state, count, count_done, created_at, ended_at }: ContactsChange) => ({
  id,
  action,
  ...(tag !== null && { tag }),
  state,
  count,
  count_done,
  created: formatSqlDateTime(created_at),
  ...(ended_at !== null && { ended: formatSqlDateTime(ended_at) }),
});
