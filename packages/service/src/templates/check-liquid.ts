import { compileTexts } from './compile-texts.ts';

/** @throws TemplateError if one of the texts is not valid Liquid */
export async function checkLiquid(
  texts: Readonly<Record<string, { template: string; context: 'header' | 'html' | 'plain' }>>,
) {
  await compileTexts('liquid', texts, { tags: () => undefined, liquid: () => () => ({}) });
}
