export const BOUNDARY = 'contract-boundary';

/** The body of a form, its fields in the order of the value's keys. */
export function encodeForm(mediaType: string, value: unknown): string {
  const fields = Object.entries((value ?? {}) as Record<string, unknown>).flatMap(([name, each]) =>
    [each].flat().map((one): [string, string] => [name, typeof one === 'object' ? JSON.stringify(one) : String(one)]),
  );
  if (mediaType !== 'multipart/form-data') return new URLSearchParams(fields).toString();
  const parts = fields.map(
    ([name, text]) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}
