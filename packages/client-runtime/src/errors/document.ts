/** The message in an error document of unknown form: `message`, or `detail` or `title` (RFC 9457). */
export function messageOf(document: unknown): string | undefined {
  if (document === null || typeof document !== 'object') return undefined;
  const { message, detail, title, error } = document as Record<string, unknown>;
  for (const text of [message, detail, title, error]) if (typeof text === 'string' && text) return text;
  return messageOf(error);
}
