import { badRequest, conflict, type Handlers, notFound } from '@mailwright/server';
import {
  attributesOfExample,
  changeType,
  countTypes,
  createTransactions,
  deleteTransactions,
  deleteTransactionsWithId,
  deleteType,
  findTransactionContent,
  findTypes,
  insertType,
  listTypes,
  lockPrograms,
  programStartedBy,
  startProgramsByTransactions,
  startSingleTriggers,
  type TransactionType,
} from '../../events/index.ts';
import { mailingTriggeredBy } from '../../mailings/index.ts';
import { totalOf } from '../../platform/lists/total.ts';
import type { Context } from '../context.ts';

/** Transactions and their types. */
export const transactionHandlers = {
  async countTransactionTypes(_input, { db, accountId }) {
    return countTypes(db, accountId);
  },

  async listTransactionTypes(input, { db, accountId }) {
    const types = await listTypes(db, accountId, input);
    return { items: types.map(typeDocument), total: await totalOf(types, input, () => countTypes(db, accountId)) };
  },

  async getTransactionType({ transactionTypeId }, context) {
    return typeDocument(await requireType(context, transactionTypeId));
  },

  async createTransactionType({ body }, { db, accountId }) {
    const attributes = 'attributes' in body ? readAttributes(body.attributes ?? []) : exampleAttributes(body);
    refuseTwice(attributes);
    const { name, archivingDuration, storeOnly = false } = body;
    const description = ('description' in body && body.description) || null;
    const type = { name, description, archivingDays: archivingDuration ?? null, storeOnly, attributes };
    const id = await insertType(db, accountId, type);
    if (id === undefined) throw nameTaken(name);
    return id;
  },

  async updateTransactionType({ transactionTypeId, body }, context) {
    const { db, accountId } = context;
    const { id, name: was, store_only, attributes: known } = await requireType(context, transactionTypeId);
    const given = readAttributes(body.attributes ?? []);
    refuseTwice(given);
    const missing = known.find(({ name }) => given.every((one) => one.name !== name));
    if (missing) {
      throw badRequest(
        `attribute "${missing.name}" is missing; attributes cannot be removed, so that all of the type must be named`,
      );
    }
    if (body.storeOnly !== undefined && body.storeOnly !== store_only) {
      throw badRequest(`storeOnly of the transaction type "${was}" is ${store_only} and cannot change`);
    }
    const attributes = given.filter(({ name }) => known.every((one) => one.name !== name));
    const { name, description = null, archivingDuration: archivingDays = null } = body;
    const change = { name, description: description || null, archivingDays, attributes };
    if (!(await changeType(db, accountId, id, change))) throw nameTaken(name);
  },

  async deleteTransactionType({ transactionTypeId }, context) {
    const { db, accountId } = context;
    const { id, name } = await requireType(context, transactionTypeId);
    const mailing = await mailingTriggeredBy(db, accountId, id);
    if (mailing !== undefined) {
      throw conflict(`Transaction type "${name}" triggers the mailing "${mailing}" and cannot be deleted.`);
    }
    await lockPrograms(db, accountId);
    const program = await programStartedBy(db, accountId, id);
    if (program !== undefined) {
      throw conflict(`Transaction type "${name}" starts the automation program "${program}" and cannot be deleted.`);
    }
    await deleteTransactions(db, accountId, id);
    await deleteType(db, accountId, id);
  },

  async createTransactions(
    { body, ignore_invalid_transactions, generate_transaction_id },
    { db, accountId, isStrict, wakeWorker },
  ) {
    const options = { isStrict, ignoreInvalid: ignore_invalid_transactions, showIds: generate_transaction_id };
    const { reports, taken } = await createTransactions(db, accountId, body, options);
    const invalid = reports.findIndex(({ queued }) => !queued);
    if (!ignore_invalid_transactions && invalid !== -1) {
      throw badRequest(
        `Nothing was stored. Transaction ${invalid + 1} of ${body.length} is invalid: ${reports[invalid]!.message}`,
      );
    }
    const starting = taken.filter(({ storeOnly }) => !storeOnly);
    const noMail = await startSingleTriggers(db, accountId, starting);
    await startProgramsByTransactions(db, accountId, starting);
    if (taken.length > 0) wakeWorker();
    const keys = taken.map(({ key }) => key)[Symbol.iterator]();
    return {
      reports: reports.map((report) => {
        const reason = report.queued ? noMail.get(keys.next().value!) : undefined;
        return reason === undefined ? report : { ...report, no_mail: reason };
      }),
    };
  },

  async getTransaction({ transactionTypeId, transactionId }, context) {
    const { id, name } = await requireType(context, transactionTypeId);
    const content = await findTransactionContent(context.db, context.accountId, id, transactionId);
    if (content === undefined) throw transactionNotFound(name, transactionId);
    return content;
  },

  async deleteTransaction({ transactionTypeId, transactionId }, context) {
    const { id, name } = await requireType(context, transactionTypeId);
    const isDeleted = await deleteTransactionsWithId(context.db, context.accountId, id, transactionId);
    if (!isDeleted) throw transactionNotFound(name, transactionId);
  },

  async deleteTransactions({ type_id, before_timestamp }, { db, accountId }) {
    const [type] = await findTypes(db, accountId, { ids: [type_id] });
    if (type === undefined) throw notFound('Transaction type', type_id);
    // Clients send the largest number of 64 bits for all.
    const before =
      before_timestamp === undefined || before_timestamp > 8.64e15 ? undefined : new Date(before_timestamp);
    await deleteTransactions(db, accountId, type_id, before);
  },
} satisfies Partial<Handlers<Context>>;

function refuseTwice(attributes: { name: string }[]): void {
  const twice = attributes.find(({ name }, index) => attributes.findIndex((one) => one.name === name) < index);
  if (twice) throw badRequest(`attribute "${twice.name}" occurs twice; attribute names must be unique within a type`);
}

const nameTaken = (name: string) => conflict(`name "${name}" is used by another transaction type.`);

/** A path of digits is an id, anything else a name. */
async function requireType({ db, accountId }: Context, key: string): Promise<TransactionType> {
  const wanted = /^\d+$/.test(key) ? { ids: [Number(key)].filter(Number.isSafeInteger) } : { names: [key] };
  const [type] = await findTypes(db, accountId, wanted);
  if (type === undefined) throw notFound(`Transaction type ${key} not found.`);
  return type;
}

const transactionNotFound = (type: string, id: string) =>
  notFound(`Transaction with id "${id}" of the type "${type}" not found.`);

type DraftAttributes = {
  name: string;
  type: TransactionType['attributes'][number]['type'];
  description?: string | null;
  required?: boolean;
}[];

function readAttributes(attributes: DraftAttributes) {
  return attributes.map(({ name, type, description = null, required = false }) => ({
    name,
    type,
    description: description || null,
    required,
  }));
}

/** The attributes that the example of a JSON draft shows. */
function exampleAttributes(body: object) {
  return attributesOfExample('content' in body ? ((body.content as Record<string, unknown>) ?? {}) : {});
}

function typeDocument({ id, name, created_at, description, archiving_days, store_only, attributes }: TransactionType) {
  return {
    id,
    name,
    created: created_at.getTime(),
    ...(description === null ? {} : { description }),
    ...(archiving_days === null ? {} : { archivingDuration: archiving_days }),
    storeOnly: store_only,
    attributes: attributes.map(({ description, ...attribute }) => ({
      ...attribute,
      ...(description === null ? {} : { description }),
    })),
  };
}
