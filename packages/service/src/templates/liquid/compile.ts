import { randomInt } from 'node:crypto';
import type { Sources, Template } from '../personalization/compile.ts';
import { TemplateError } from '../personalization/template-error.ts';
import { compileTemplates, readTemplates, renderTemplates, TemplateFault } from './in-thread.ts';
import type { Markup, Variable } from './messages.ts';
import { type LiquidSource, liquidSource, type TextTemplate } from './source.ts';

/** Contents of a mailing by their names. */
export type Texts<Name extends string, Recipient> = Record<Name, TextTemplate<Recipient>>;

/** Values for Liquid by lower-case namespace, for each recipient. */
export type LiquidValues<Recipient> = (variables: readonly Variable[]) => (recipient: Recipient) => object;

export interface CompiledLiquid<Name extends string, Recipient> {
  markup: Record<Name, Markup[]>;
  variables: Record<Name, Variable[]>;
  /** The contents for one recipient, with substitutions where Liquid wrote marks. @throws TemplateError */
  templatesFor(recipient: Recipient): Promise<Record<Name, Template<Recipient>>>;
}

const indexDigits = 6;
const maxSubstitutions = 10 ** indexDigits;

/** Compiles contents in Liquid, once for all recipients. @throws TemplateError */
export async function compileLiquid<Name extends string, Recipient>(
  texts: Texts<Name, Recipient>,
  sources: Sources<Recipient>,
  valuesOf: LiquidValues<Recipient>,
): Promise<CompiledLiquid<Name, Recipient>> {
  const names = Object.keys(texts) as Name[];
  const named = async <T>(work: Promise<T[]>): Promise<Record<Name, T>> => {
    const results = await work.catch((error: Error) => {
      throw error instanceof TemplateFault ? new TemplateError(error.message, names[error.index]!) : error;
    });
    return Object.fromEntries(names.map((name, index) => [name, results[index]])) as Record<Name, T>;
  };
  const markup = await named(readTemplates(names.map((name) => texts[name].template)));
  // Digits stay what they are in every place and filter.
  const nonce = Array.from({ length: 40 }, () => randomInt(10)).join('');
  const mark = (index: number) => nonce + String(index).padStart(indexDigits, '0');
  const prepared = names.map((name) => liquidSource(texts[name], markup[name], sources, mark));
  const tooMany = names.find((_, index) => prepared[index]!.substitutions.length > maxSubstitutions);
  if (tooMany !== undefined) throw new TemplateError(`it has more than ${maxSubstitutions} tags`, tooMany);
  const compiled = { key: nonce, sources: prepared.map(({ source }) => source) };
  const variables = await named(compileTemplates(compiled));
  const values = valuesOf(Object.values<Variable[]>(variables).flat());
  const marks = new RegExp(`${nonce}(\\d{${indexDigits}})`, 'g');
  return {
    markup,
    variables,
    async templatesFor(recipient) {
      const texts = await named(renderTemplates(compiled, values(recipient)));
      return Object.fromEntries(
        names.map((name, index) => [name, withSubstitutions(texts[name], marks, prepared[index]!)]),
      ) as Record<Name, Template<Recipient>>;
    },
  };
}

/** Takes a text with marks apart. */
function withSubstitutions<Recipient>(
  text: string,
  marks: RegExp,
  { substitutions }: LiquidSource<Recipient>,
): Template<Recipient> {
  const literals: string[] = [];
  const used: Template<Recipient>['substitutions'][number][] = [];
  let passed = 0;
  for (const match of text.matchAll(marks)) {
    literals.push(text.slice(passed, match.index));
    used.push(substitutions[Number(match[1])]!);
    passed = match.index + match[0].length;
  }
  literals.push(text.slice(passed));
  return { literals, substitutions: used };
}
