import { compileTexts } from './compile-texts.ts';
import type { Variable } from './liquid/messages.ts';

/** Returns the variables of texts by their names. @throws TemplateError if one of the texts is not valid Liquid */
export async function checkLiquid<Name extends string>(
  texts: Readonly<Record<Name, { template: string; context: 'header' | 'html' | 'plain' }>>,
): Promise<Readonly<Record<Name, readonly Variable[]>>> {
  const compiled = await compileTexts('liquid', texts, { tags: () => undefined, liquid: () => () => ({}) });
  return compiled.liquid!.variables;
}
