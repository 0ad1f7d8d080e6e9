import { badRequest, type Handlers, notFound } from '@mailwright/server';
import {
  deletePlaceholder,
  deletePlaceholdersBut,
  keysFault,
  listPlaceholders,
  type Placeholder,
  putPlaceholders,
} from '../../account/index.ts';
import type { Context } from '../context.ts';

const maxPlaceholders = 1000;

/** Placeholders of the account (service description 4.5). */
export const placeholderHandlers = {
  async getAccountPlaceholders(_input, { db, accountId }) {
    return listPlaceholders(db, accountId);
  },

  async setAccountPlaceholders({ body }, { db, accountId }) {
    refuseFaulty(body);
    await putPlaceholders(db, accountId, body);
    await deletePlaceholdersBut(
      db,
      accountId,
      body.map(({ key }) => key),
    );
  },

  async updateAccountPlaceholders({ body }, { db, accountId }) {
    refuseFaulty(body);
    await putPlaceholders(db, accountId, body);
    const { length } = await listPlaceholders(db, accountId);
    if (length > maxPlaceholders) {
      throw badRequest(`an account must have at most ${maxPlaceholders} placeholders but would have ${length}`);
    }
  },

  async deleteAccountPlaceholder({ name }, { db, accountId }) {
    if (!(await deletePlaceholder(db, accountId, name))) throw notFound(`The account has no placeholder "${name}".`);
  },
} satisfies Partial<Handlers<Context>>;

function refuseFaulty(placeholders: Placeholder[]): void {
  const fault = keysFault(placeholders);
  if (fault) throw badRequest(fault);
}
