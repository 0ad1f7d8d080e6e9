import type { Account } from '../../account/index.ts';
import { type Dispatching, findContent, type Mailing, type MailingContent } from '../../mailings/index.ts';
import type { Db } from '../../platform/database/schema.ts';
import { type RenderContext, readRenderContext } from '../../sending/index.ts';
import { TemplateError } from '../../templates/index.ts';
import { type Finding, templateFinding } from '../findings/findings.ts';
import { compileContents } from './compile-contents.ts';
import { contentNames, personalizedContents } from './contents.ts';
import { withoutFeedTags } from './feed-tags.ts';
import { faultOf } from './resolve.ts';
import { type PlacedTag, readTags } from './tags.ts';
import { unknownVariables, usesOf } from './uses.ts';

/** Tags and variables that nothing can be filled in for, each once a content. */
export function unknownTags(
  context: RenderContext,
  tags: readonly Pick<PlacedTag, 'namespace' | 'field' | 'content'>[],
): Finding[] {
  const faults = new Map<string, Finding>();
  for (const tag of tags) {
    const message = faultOf(context, tag);
    if (message === undefined) continue;
    faults.set(`${tag.content} ${message}`, { code: 'tag_unknown', severity: 'error', message, location: tag.content });
  }
  return [...faults.values()];
}

/** Lists tags and Liquid in the contents of the mailing, or in the given parts of them, that cannot be filled. */
export async function tagFaults(
  db: Db,
  account: Account,
  mailing: Mailing,
  {
    parts,
    dispatching,
  }: { parts?: Partial<MailingContent>; dispatching?: Pick<Dispatching, 'target'> | undefined } = {},
): Promise<Finding[]> {
  const contents = parts ?? (await findContent(db, mailing));
  const { tags: all, findings } = readTags(contents);
  const tags = await withoutFeedTags(db, mailing, all, dispatching);
  const hasMarkup = contentNames.some((name) => /\{[{%]/.test(personalizedContents[name].of(contents) ?? ''));
  if (tags.length === 0 && !hasMarkup) return findings;
  const context = await readRenderContext(db, account, mailing);
  return [...findings, ...unknownTags(context, tags), ...(await liquidFaults(context, contents))];
}

/** Returns the faults that LiquidJS reports for contents in Liquid. */
async function liquidFaults(context: RenderContext, contents: Partial<MailingContent>): Promise<Finding[]> {
  if (context.engine !== 'liquid') return [];
  try {
    const { liquid } = await compileContents(context, contents);
    return [...unknownTags(context, usesOf([], liquid)), ...unknownVariables(liquid)];
  } catch (error) {
    if (error instanceof TemplateError) return [templateFinding(error)];
    throw error;
  }
}
