/** Maximum size of the HTML and of the text of a mailing, each in KB of UTF-8. */
export const maxContentKb = 2048;

/** Why a content is too large; undefined when it is not. */
export function contentSizeFault(part: 'html' | 'text', content: string): string | undefined {
  const bytes = Buffer.byteLength(content);
  if (bytes <= maxContentKb * 1024) return undefined;
  return `The ${part} must have at most ${maxContentKb} KB but has ${Math.ceil(bytes / 1024)} KB.`;
}
