import { findTags, type MailingContent, type Tag, type TextContext } from '../../mailings/index.ts';
import type { Finding } from '../findings/findings.ts';

/** A tag in a content of the mailing. */
export interface PlacedTag extends Tag {
  /** Such as `subject` or `html`. */
  content: string;
}

const contents: readonly {
  name: string;
  context: TextContext;
  of(content: Partial<MailingContent>): string | null | undefined;
}[] = [
  { name: 'subject', context: 'header', of: ({ subject }) => subject },
  { name: 'senderalias', context: 'header', of: ({ sender_alias }) => sender_alias },
  { name: 'recipientalias', context: 'header', of: ({ recipient_alias }) => recipient_alias },
  { name: 'previewtext', context: 'plain', of: ({ preview_text }) => preview_text },
  { name: 'html', context: 'html', of: ({ html }) => html },
  { name: 'text', context: 'plain', of: ({ text_body }) => text_body },
];

/** All tags of the contents of a mailing, or of these parts of it, in order, and what looks like a tag but is none. */
export function readTags(content: Partial<MailingContent>): { tags: PlacedTag[]; findings: Finding[] } {
  const tags: PlacedTag[] = [];
  const findings: Finding[] = [];
  for (const { name, context, of } of contents) {
    const template = of(content) ?? '';
    const found = findTags(template, context);
    tags.push(...found.map((tag) => ({ ...tag, content: name })));
    const starts = new Set(found.map(({ start }) => start));
    for (const { index } of template.matchAll(/\[\[(?=[^[\]\n]{0,100}\|)/g)) {
      if (starts.has(index)) continue;
      const message = `"${template.slice(index, index + 40)}" is no tag; a tag is [[NAMESPACE|FIELD]] or [[NAMESPACE|FIELD|fallback]].`;
      findings.push({ code: 'tag_syntax', severity: 'error', message, location: name });
    }
  }
  return { tags, findings };
}
