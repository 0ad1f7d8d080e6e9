import type { Db } from '../platform/database/schema.ts';
import { compileTexts, engineOf, fillTexts, type Texts, type Values } from '../templates/index.ts';
import { listProperties } from './properties/store.ts';
import type { Mailing } from './store.ts';

/** Values of an unknown recipient: all tags and variables are empty. */
const noValues: Values<unknown> = { tags: () => undefined, liquid: () => () => ({}) };

/** Fills the contents without a recipient: each value is replaced by its fallback. @throws TemplateError */
export async function fillForNobody<Name extends string>(
  db: Db,
  { account_id, id }: Mailing,
  texts: Texts<Name, unknown>,
): Promise<Record<Name, string>> {
  const properties = await listProperties(db, account_id, id);
  const engine = engineOf(new Map(properties.map(({ key, value }) => [key, value])));
  return fillTexts(await compileTexts(engine, texts, noValues), undefined);
}
