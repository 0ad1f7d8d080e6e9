import { document } from '../platform/http/page.ts';
import { escapeHtml } from '../platform/text/escape.ts';

interface ShownMail {
  subject: string;
  html: string | null | undefined;
  text: string | null | undefined;
}

/** A mail as a page of its own, in the sender's design. */
export function mailAsPage({ subject, html, text }: ShownMail, language: string): string {
  if (html) return isFragment(html) ? headOf(subject, language) + html : html;
  return document(subject, `<h1>${escapeHtml(subject)}</h1><pre>${escapeHtml(text ?? '')}</pre>`, language);
}

/** Mail programs need no more than the body; a page needs a language and a title (WCAG 3.1.1, 2.4.2). */
const isFragment = (html: string) => !/<(?:html|head|title)[\s>]/i.test(html);

const headOf = (subject: string, language: string) =>
  `<!DOCTYPE html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(subject)}</title></head>`;
