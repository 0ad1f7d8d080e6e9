import { badRequest, conflict, type Handlers, notFound } from '@mailwright/server';
import { filtersWithCustomField } from '../../audiences/index.ts';
import { raiseVersionsShowing, scheduledByField } from '../../mailings/index.ts';
import {
  clearField,
  customFieldNameFault,
  customFields,
  deleteField,
  frequentValues,
  insertCustomField,
  isStandardField,
  lockCustomField,
  renameField,
  standardFields,
} from '../../people/index.ts';
import { retrying } from '../../platform/database/retry.ts';
import type { Context } from '../context.ts';
import { requireUnusedByPrograms } from '../unused-by-programs.ts';
import { usesOfField } from '../uses.ts';

/** An account has at most this many custom fields. */
const maxCustomFields = 500;

/** Fields of contacts. */
export const contactFieldHandlers = {
  async createCustomField(input, { db, accountId }) {
    requireName('field', input.field);
    const fields = await customFields(db, accountId);
    if (fields.size >= maxCustomFields)
      throw badRequest(`An account can have at most ${maxCustomFields} custom fields.`);
    if (!(await insertCustomField(db, accountId, input.field, input.type))) throw taken(input.field);
    await raiseVersionsShowing(db, accountId, 'CONTACT', [input.field]);
  },

  async listCustomFields(_input, { db, accountId }) {
    return Array.from(await customFields(db, accountId), ([name, { type }]) => ({ name, type }));
  },

  async getCustomField({ field }, { db, accountId }) {
    const found = (await customFields(db, accountId)).get(field);
    if (found === undefined) throw unknown(field);
    const counts = await frequentValues(db, accountId, found.id, 10);
    return { name: field, type: found.type, ...counts, uses: await usesOfField({ db, accountId }, found.id, field) };
  },

  async renameCustomField({ oldname, newname }, { db, accountId }) {
    requireName('newname', newname);
    if (!(await lockCustomField(db, accountId, oldname))) throw unknown(oldname);
    if (oldname === newname) return;
    if (await lockCustomField(db, accountId, newname)) throw taken(newname);
    await renameField(db, accountId, oldname, newname);
    await raiseVersionsShowing(db, accountId, 'CONTACT', [oldname, newname]);
  },

  async deleteCustomField({ field }, context) {
    const { db, accountId } = context;
    const unused = async (transaction: Context['db']) => {
      const id = await requireUnused(field, { ...context, db: transaction });
      await requireUnusedByPrograms({ db: transaction, accountId }, { customField: id }, `Custom field ${field}`);
      return id;
    };
    const id = await db.transaction().execute(unused);
    await clearField(db, accountId, 'custom_fields', String(id));
    const deleteUnused = async (transaction: Context['db']) => {
      await deleteField(transaction, accountId, await unused(transaction));
      await raiseVersionsShowing(transaction, accountId, 'CONTACT', [field]);
    };
    await retrying(() => db.transaction().execute(deleteUnused));
    // Who had read the field before it was deleted may have written values meanwhile.
    await clearField(db, accountId, 'custom_fields', String(id));
  },

  async deleteCustomFieldValues({ field }, { db, accountId }) {
    await clearField(db, accountId, 'custom_fields', String(await requireField(field, db, accountId)));
  },

  async deleteStandardFieldValues({ field }, { db, accountId }) {
    const name = field.toUpperCase();
    if (!isStandardField(name))
      throw notFound(`There is no standard field "${field}" with values; fields are ${standardFields.join(', ')}.`);
    await clearField(db, accountId, 'standard_fields', name);
  },
} satisfies Partial<Handlers<Context>>;

/** Id of the field of this name, or 404. */
async function requireField(field: string, db: Context['db'], accountId: number): Promise<number> {
  const found = (await customFields(db, accountId)).get(field);
  if (found === undefined) throw unknown(field);
  return found.id;
}

/** Id of the field, 404 when there is no such, 409 when a filter has a rule on it. */
async function requireUnused(field: string, { db, accountId }: Context): Promise<number> {
  const id = await requireField(field, db, accountId);
  const [filter] = await filtersWithCustomField(db, accountId, id);
  if (filter !== undefined) throw conflict(`Custom field ${field} is used by the contact filter "${filter}".`);
  const [mailing] = await scheduledByField(db, accountId, id);
  if (mailing !== undefined) throw conflict(`Custom field ${field} is used by the schedule of mailing ${mailing.id}.`);
  return id;
}

function requireName(parameter: string, name: string): void {
  const fault = customFieldNameFault(name);
  if (fault !== undefined) throw badRequest(`${parameter} ${fault}`);
}

const unknown = (field: string) => notFound(`Custom field ${field} not found.`);
const taken = (field: string) => conflict(`The account already has a custom field ${field}.`);
