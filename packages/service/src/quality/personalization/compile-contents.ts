import type { MailingContent } from '../../mailings/index.ts';
import { type Recipient, type RenderContext, valuesOf } from '../../sending/index.ts';
import { type CompiledTexts, compileTexts, type TextContext } from '../../templates/index.ts';
import { type ContentName, contentNames, personalizedContents } from './contents.ts';

/** Compiles the contents of a mailing, or these parts of them, as they are compiled for mails. @throws TemplateError */
export function compileContents(
  context: RenderContext,
  parts: Partial<MailingContent> = context.content,
): Promise<CompiledTexts<ContentName, Recipient>> {
  const texts = contentNames.map((name): [ContentName, { template: string; context: TextContext }] => {
    const { context: textContext, of } = personalizedContents[name];
    return [name, { template: of(parts) ?? '', context: textContext }];
  });
  return compileTexts(
    context.engine,
    Object.fromEntries(texts) as Record<ContentName, (typeof texts)[number][1]>,
    valuesOf(context),
  );
}
