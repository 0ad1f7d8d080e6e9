import type { Db } from '../platform/database/schema.ts';
import {
  compileTexts,
  engineOf,
  fillTexts,
  findTags,
  TemplateError,
  type Texts,
  type Values,
} from '../templates/index.ts';
import { listProperties } from './properties/store.ts';
import type { Mailing } from './store.ts';

type Named = Pick<Mailing, 'account_id' | 'id'>;

/** Values of an unknown recipient: all tags and variables are empty. */
const noValues: Values<unknown> = { tags: () => undefined, liquid: () => () => ({}) };

/** Fills the contents without a recipient: each value is replaced by its fallback. @throws TemplateError */
export async function fillForNobody<Name extends string>(
  db: Db,
  { account_id, id }: Named,
  texts: Texts<Name, unknown>,
): Promise<Record<Name, string>> {
  const properties = await listProperties(db, account_id, id);
  const engine = engineOf(new Map(properties.map(({ key, value }) => [key, value])));
  return fillTexts(await compileTexts(engine, texts, noValues), undefined);
}

/**
 * Returns a subject for people to read, the same on every page: tags have their fallbacks, or else the name of their field in
 * brackets. A subject that cannot be filled in is shown as it was written.
 */
export async function showSubject(db: Db, mailing: Named, subject: string): Promise<string> {
  const named = nameTags(subject);
  if (!/\{[{%]/.test(named)) return named;
  try {
    const filled = await fillForNobody(db, mailing, { subject: { template: named, context: 'header' } });
    return filled.subject.trim() || named;
  } catch (error) {
    if (error instanceof TemplateError) return named;
    throw error;
  }
}

/** Replaces tags with their fallbacks, or the names of their fields. */
export function nameTags(subject: string): string {
  let [shown, passed] = ['', 0];
  for (const { field, fallback, start, end } of findTags(subject, 'header')) {
    shown += subject.slice(passed, start) + (fallback || `[${field.replaceAll('"', '')}]`);
    passed = end;
  }
  return shown + subject.slice(passed);
}
