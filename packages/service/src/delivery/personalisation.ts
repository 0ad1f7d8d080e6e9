/** Where a tag stands decides how its value is written. */
export type TextContext = 'html' | 'plain' | 'header';

/** Looks a tag's value up; undefined when there is none. */
export type TagValues = (namespace: string, field: string) => string | undefined;

const tag = /\[\[([A-Z]+)\|([^[\]|]+)(?:\|([^[\]]*))?\]\]/g;

/**
 * Fills personalisation tags `[[NAMESPACE|FIELD]]` and `[[NAMESPACE|FIELD|fallback]]`. A value is inserted as a value and
 * never read again, so a tag inside a contact's data stays text. Without a value and a fallback a tag becomes empty.
 */
export function personalise(template: string, context: TextContext, values: TagValues): string {
  return template.replace(tag, (_, namespace: string, field: string, fallback = '') => {
    const value = values(namespace, field);
    if (value !== undefined && value !== '') return escapers[context](value);
    return context === 'header' ? escapers.header(fallback) : fallback;
  });
}

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => htmlEntities[character]!);
}

const escapers: Record<TextContext, (value: string) => string> = {
  html: escapeHtml,
  plain: (value) => value,
  header: (value) => value.replaceAll('\0', '').replace(/[\r\n]+/g, ' '),
};
