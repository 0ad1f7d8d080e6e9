import type { MailingContent } from '../../mailings/index.ts';
import { findTags, isFeedTag, type Tag } from '../../templates/index.ts';
import type { Finding } from '../findings/findings.ts';
import { type ContentName, contentNames, personalizedContents } from './contents.ts';

/** A tag in a content of the mailing. */
export interface PlacedTag extends Tag {
  content: ContentName;
}

/** All tags of the contents of a mailing, or of these parts of it, in order, but for those that a feed fills, and what looks like a tag but is none. */
export function readTags(content: Partial<MailingContent>): { tags: PlacedTag[]; findings: Finding[] } {
  const tags: PlacedTag[] = [];
  const findings: Finding[] = [];
  for (const name of contentNames) {
    const { context, of } = personalizedContents[name];
    const template = of(content) ?? '';
    const found = findTags(template, context);
    const isFromFeed = name === 'html' || name === 'text' ? isFeedTag(template) : () => false;
    for (const tag of found) if (!isFromFeed(tag)) tags.push({ ...tag, content: name });
    const starts = new Set(found.map(({ start }) => start));
    for (const { index } of template.matchAll(/\[\[(?=[^[\]\n]{0,100}\|)/g)) {
      if (starts.has(index)) continue;
      const message = `"${template.slice(index, index + 40)}" is not a tag; a tag is [[NAMESPACE|FIELD]] or [[NAMESPACE|FIELD|fallback]].`;
      findings.push({ code: 'tag_syntax', severity: 'error', message, location: name });
    }
  }
  return { tags, findings };
}
