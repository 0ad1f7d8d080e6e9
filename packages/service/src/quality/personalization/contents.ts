import type { MailingContent } from '../../mailings/index.ts';
import type { TextContext } from '../../templates/index.ts';

/** The contents of a mailing that are personalized, by the names that findings give them. */
export const personalizedContents = {
  subject: { context: 'header', of: ({ subject }) => subject },
  senderalias: { context: 'header', of: ({ sender_alias }) => sender_alias },
  recipientalias: { context: 'header', of: ({ recipient_alias }) => recipient_alias },
  previewtext: { context: 'plain', of: ({ preview_text }) => preview_text },
  html: { context: 'html', of: ({ html }) => html },
  amp: { context: 'html', of: ({ amp }) => amp },
  text: { context: 'plain', of: ({ text_body }) => text_body },
} satisfies Record<string, { context: TextContext; of(content: Partial<MailingContent>): string | null | undefined }>;

export type ContentName = keyof typeof personalizedContents;
export const contentNames = Object.keys(personalizedContents) as ContentName[];
