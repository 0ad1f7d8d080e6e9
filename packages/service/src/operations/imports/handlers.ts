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
  startImport,
} from '../../imports/index.ts';
import { customFields } from '../../people/index.ts';
import { totalOf } from '../../platform/database/total.ts';
import type { Context } from '../context.ts';

type AccountContext = Pick<Context, 'db' | 'accountId'>;

/** Files of contacts that are stored in the background. */
export const importHandlers = {
  async createImport({ name, encoding, body }, context) {
    const { db, accountId } = context;
    const { file, head } = await readUpload({ bytes: body, name, encoding }).catch(refuse);
    const stored = await db
      .transaction()
      .execute((transaction) => insertImport(transaction, accountId, name, file, head));
    if (stored === undefined)
      throw conflict('The account has 20 imports that are not done, which is the maximum; start or delete one.');
    return withColumns(context, stored);
  },

  async listImports(input, { db, accountId }) {
    const imports = await listImports(db, accountId, input);
    return {
      items: imports.map((each) => importDocument(each, [], [])),
      total: await totalOf(imports, input, () => countImports(db, accountId)),
    };
  },

  async getImport({ importId }, context) {
    return withColumns(context, await requireImport(context, importId));
  },

  async startImport({ importId, body }, context) {
    const { db, accountId } = context;
    const uploaded = await lockImport(db, accountId, importId);
    if (uploaded === undefined) throw notFound('Import', importId);
    if (uploaded.state !== 'uploaded') throw conflict(`Import ${importId} was started before.`);
    const started = await startImport(db, uploaded, readSettings(body)).catch(refuse);
    context.wakeWorker();
    return importDocument(started, [], []);
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

/** The document of an import; the columns of one that was not started have values of the first rows. */
async function withColumns({ db, accountId }: AccountContext, stored: ContactImport) {
  if (stored.state !== 'uploaded') return importDocument(stored, [], []);
  const fields = [...(await customFields(db, accountId)).keys()];
  return importDocument(stored, await readPart(db, stored, 0), fields);
}

function refuse(error: unknown): never {
  throw error instanceof ImportFault ? badRequest(error.message) : error;
}

const readSettings = ({ fields, permission, identified_by, existing }: ImportSettings) => ({
  fields,
  permission: permission ?? null,
  by_external_id: identified_by === 'external_id',
  keep_existing: existing === 'keep',
});
