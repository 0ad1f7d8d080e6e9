import type { Content } from '@mailwright/codegen/description';

export const BOUNDARY = 'contract-boundary';

type Field = NonNullable<Content['form']>[string];

/** The body of a form, its fields in the order of the value's keys and in the form that the description gives them. */
export function encodeForm({ mediaType, form = {} }: Pick<Content, 'mediaType' | 'form'>, value: unknown): string {
  const fields = Object.entries((value ?? {}) as Record<string, unknown>).flatMap(([name, each]) =>
    valuesOf(form[name], each).map((one): [string, unknown] => [name, one]),
  );
  if (mediaType !== 'multipart/form-data')
    return new URLSearchParams(fields.map(([name, each]) => [name, textOf(each)])).toString();
  const parts = fields.map(([name, each]) => {
    const headers = [`Content-Disposition: form-data; name="${name}"${fileOf(form[name])}`, ...typeOf(form[name])];
    return `--${BOUNDARY}\r\n${headers.join('\r\n')}\r\n\r\n${textOf(each)}\r\n`;
  });
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

/** A list is sent as a field for each item, unless they are joined, or all of it is JSON. */
function valuesOf(field: Field | undefined, value: unknown): unknown[] {
  if (!Array.isArray(value) || (field?.json && !field.array)) return [value];
  return field?.separator ? [value.map(textOf).join(field.separator)] : value;
}

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Services take a part for a file when it has a name of one (RFC 7578, 4.2). */
const fileOf = (field?: Field) => (field?.file ? '; filename="contract.bin"' : '');

function typeOf({ file, type }: Partial<Field> = {}): string[] {
  const sent = type ?? (file && 'application/octet-stream');
  return sent ? [`Content-Type: ${sent}`] : [];
}
