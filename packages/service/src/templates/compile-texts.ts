import { setImmediate } from 'node:timers/promises';
import { type CompiledLiquid, compileLiquid, type LiquidValues, type Texts } from './liquid/compile.ts';
import { compileTemplate, render, type Sources, type Template } from './personalization/compile.ts';

/** The mailing property that chooses how contents are filled, and its value for Liquid. */
const engineProperty = 'template_engine';

/** Characters that are compiled in a few milliseconds. */
const largeText = 100_000;

/** Contents are filled with tags or Liquid, or are sent as they are. */
export type Engine = 'tags' | 'liquid' | 'verbatim';

/** How the contents of a mailing with these properties are filled. */
export const engineOf = (properties: ReadonlyMap<string, string>): Engine =>
  properties.get(engineProperty) === 'liquid' ? 'liquid' : 'tags';

/** Sources of values for tags and for Liquid. */
export interface Values<Recipient> {
  tags: Sources<Recipient>;
  liquid: LiquidValues<Recipient>;
}

/** Contents that are compiled, by their names. */
export interface CompiledTexts<Name extends string, Recipient> {
  /** The templates, when they are the same for all recipients. */
  forAll: Record<Name, Template<Recipient>> | undefined;
  /** The templates for one recipient. @throws TemplateError */
  templatesFor(recipient: Recipient): Promise<Record<Name, Template<Recipient>>>;
  /** The contents compiled as Liquid. */
  liquid?: CompiledLiquid<Name, Recipient>;
}

/** Compiles the contents of a mailing once for all recipients. @throws TemplateError for contents in Liquid */
export async function compileTexts<Name extends string, Recipient>(
  engine: Engine,
  texts: Texts<Name, Recipient>,
  values: Values<Recipient>,
): Promise<CompiledTexts<Name, Recipient>> {
  if (engine === 'liquid') {
    const liquid = await compileLiquid(texts, values.tags, values.liquid);
    return { forAll: undefined, templatesFor: liquid.templatesFor, liquid };
  }
  const forAll = {} as Record<Name, Template<Recipient>>;
  for (const name of Object.keys(texts) as Name[]) {
    const { template, context, replacements } = texts[name];
    // Others are answered before a large content is read.
    if (template.length > largeText) await setImmediate();
    const tags = engine === 'verbatim' ? [] : undefined;
    forAll[name] = compileTemplate(template, context, values.tags, replacements, tags);
  }
  return { forAll, templatesFor: async () => forAll };
}

/** The contents as one recipient gets them. @throws TemplateError */
export async function fillTexts<Name extends string, Recipient>(
  { templatesFor }: CompiledTexts<Name, Recipient>,
  recipient: Recipient,
): Promise<Record<Name, string>> {
  const templates = Object.entries<Template<Recipient>>(await templatesFor(recipient));
  return Object.fromEntries(templates.map(([name, template]) => [name, render(template, recipient)])) as Record<
    Name,
    string
  >;
}
