import { badRequest, conflict, type Handlers, notFound } from '@mailwright/server';
import { accountSettings, savedBlocks } from '../../account/index.ts';
import { formatSqlDateTime } from '../../platform/time/format.ts';
import { onBehalfOf } from '../../platform/turns/on-behalf.ts';
import { compileMjml } from '../../templates/index.ts';
import type { Context } from '../context.ts';

/** Blocks that people insert into mailings and templates. */
export const savedBlockHandlers = {
  async listSavedBlocks(_input, { db, accountId }) {
    return (await savedBlocks.listBlocks(db, accountId)).map(blockDocument);
  },

  async addSavedBlock({ body: { name, mjml } }, context) {
    const { accountId } = context;
    await onBehalfOf(accountId, () => requireBlock(mjml));
    return context.db.transaction().execute(async (db) => {
      // Others wait, so that there is room for this one still.
      await accountSettings.lockAccount(db, accountId);
      const { length } = await savedBlocks.listBlocks(db, accountId);
      if (length >= savedBlocks.mostBlocks)
        throw conflict(`The account has ${savedBlocks.mostBlocks} saved blocks already; delete one first.`);
      const block = await savedBlocks.insertBlock(db, accountId, { name, mjml });
      if (block === undefined) throw nameTaken(name);
      return blockDocument(block);
    });
  },

  async getSavedBlock({ savedBlockId }, { db, accountId }) {
    const block = await savedBlocks.findBlock(db, accountId, savedBlockId);
    if (block === undefined) throw missing(savedBlockId);
    return { ...blockDocument(block), mjml: block.mjml };
  },

  async renameSavedBlock({ savedBlockId, name }, { db, accountId }) {
    const result = await savedBlocks.renameBlock(db, accountId, savedBlockId, name);
    if (result === 'missing') throw missing(savedBlockId);
    if (result === 'taken') throw nameTaken(name);
  },

  async deleteSavedBlock({ savedBlockId }, { db, accountId }) {
    if (!(await savedBlocks.deleteBlock(db, accountId, savedBlockId))) throw missing(savedBlockId);
  },
} satisfies Partial<Handlers<Context>>;

const missing = (id: number) => notFound('Saved block', id);
const nameTaken = (name: string) => conflict(`name "${name}" is used by another saved block.`);

const rows = new Set(['mj-wrapper', 'mj-section']);

/** Checks that a text is one block: an element that stands in the body, or in a column. @throws ApiError 400 */
async function requireBlock(mjml: string): Promise<void> {
  const [, name = ''] = /^\s*<(mj-[a-z-]+)[\s/>]/.exec(mjml) ?? [];
  const isLeaf = name !== '' && !/^mj-(?:body|head|column|group|section|wrapper|attributes|style)$/.test(name);
  if (!rows.has(name) && !isLeaf)
    throw badRequest('mjml must be an mj-section, an mj-wrapper, or an element that stands in a column.');
  const row = isLeaf ? `<mj-section><mj-column>${mjml}</mj-column></mj-section>` : mjml;
  await compileMjml(`<mjml><mj-body>${row}</mj-body></mjml>`);
}

const blockDocument = ({ id, name, created_at, bytes }: savedBlocks.SavedBlock) => ({
  id,
  name,
  created: formatSqlDateTime(created_at),
  bytes,
});
