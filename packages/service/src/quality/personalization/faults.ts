import type { Kysely } from 'kysely';
import type { Account } from '../../account/index.ts';
import { findContent, type Mailing, type MailingContent } from '../../mailings/index.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { type RenderContext, readRenderContext } from '../../sending/index.ts';
import type { Finding } from '../findings/findings.ts';
import { withoutFeedTags } from './feed-tags.ts';
import { faultOf } from './resolve.ts';
import { type PlacedTag, readTags } from './tags.ts';

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

/** Tags that are broken or that nothing can be filled in for, in what the mailing has or in these parts of it. */
export async function tagFaults(
  db: Kysely<Schema>,
  account: Account,
  mailing: Mailing,
  parts?: Partial<MailingContent>,
): Promise<Finding[]> {
  const { tags: all, findings } = readTags(parts ?? (await findContent(db, mailing)));
  const tags = await withoutFeedTags(db, mailing, all);
  if (tags.length === 0) return findings;
  return [...findings, ...unknownTags(await readRenderContext(db, account, mailing), tags)];
}
