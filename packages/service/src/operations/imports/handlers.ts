import { badRequest, conflict, type Handlers, type ImportSettings, notFound } from '@mailwright/server';
import {
  type ContactImport,
  countImports,
  deleteImport,
  errorText,
  findImport,
  ImportFault,
  importDocument,
  insertImport,
  listFaults,
  listImports,
  lockImport,
  readPart,
  readUpload,
  requireTable,
  shownFaults,
  startImport,
} from '../../imports/index.ts';
import { customFields } from '../../people/index.ts';
import { totalOf } from '../../platform/lists/total.ts';
import { requireTag } from '../contacts/tags.ts';
import type { Context } from '../context.ts';

type AccountContext = Pick<Context, 'db' | 'accountId'>;

/** Files of contacts that are stored in the background. */
export const importHandlers = {
  async createImport({ name, encoding, body }, context) {
    const { db, accountId } = context;
    const file = await readUpload({ bytes: body, name, encoding }).catch(refuse);
    const stored = await db.transaction().execute((transaction) => insertImport(transaction, accountId, name, file));
    if (stored === undefined)
      throw conflict('The account has 20 imports that are not done, which is the maximum; start or delete one.');
    return withDetails(context, stored, undefined);
  },

  async listImports(input, { db, accountId }) {
    const imports = await listImports(db, accountId, input);
    return {
      items: imports.map((each) => importDocument(each)),
      total: await totalOf(imports, input, () => countImports(db, accountId)),
    };
  },

  async getImport({ importId, sheet }, context) {
    return withDetails(context, await requireImport(context, importId), sheet);
  },

  async startImport({ importId, body }, context) {
    const { db, accountId, userId = null } = context;
    const uploaded = await lockImport(db, accountId, importId);
    if (uploaded === undefined) throw notFound('Import', importId);
    if (uploaded.state !== 'uploaded') throw conflict(`Import ${importId} was started before.`);
    const started = await startImport(db, uploaded, { ...readSettings(body), started_by: userId }).catch(refuse);
    context.wakeWorker();
    return importDocument(started);
  },

  async getImportErrors({ importId }, context) {
    const found = await requireImport(context, importId);
    return errorText(found.columns, await listFaults(context.db, found));
  },

  async deleteImport({ importId }, { db, accountId }) {
    if (!(await deleteImport(db, accountId, importId))) throw notFound('Import', importId);
  },
} satisfies Partial<Handlers<Context>>;

async function requireImport({ db, accountId }: AccountContext, id: number): Promise<ContactImport> {
  const found = await findImport(db, accountId, id);
  if (found === undefined) throw notFound('Import', id);
  return found;
}

/** The document of an import with what its file has before the start, and what is wrong with its rows afterwards. */
async function withDetails({ db, accountId }: AccountContext, stored: ContactImport, sheet: string | undefined) {
  if (stored.state !== 'uploaded') return importDocument(stored, { faults: await listFaults(db, stored, shownFaults) });
  const { found, ...table } = tableOf(stored, sheet);
  const fields = [...(await customFields(db, accountId)).keys()];
  const uploaded = { ...table, first: await readPart(db, found, 0), customFields: fields };
  return importDocument(found, { uploaded });
}

function tableOf(stored: ContactImport, sheet: string | undefined) {
  try {
    return requireTable(stored, sheet);
  } catch (error) {
    return refuse(error);
  }
}

function refuse(error: unknown): never {
  throw error instanceof ImportFault ? badRequest(error.message) : error;
}

const readSettings = ({
  fields,
  sheet,
  formats,
  bad_values,
  permission,
  tag,
  identified_by,
  existing,
}: ImportSettings) => ({
  fields,
  sheet,
  formats,
  keep_rows: bad_values === 'field',
  permission: permission ?? null,
  tag: tag === undefined ? null : requireTag('tag', tag),
  by_external_id: identified_by === 'external_id',
  keep_existing: existing === 'keep',
});
