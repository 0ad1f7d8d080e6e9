import type { Content } from '@mailwright/codegen/description';

export const BOUNDARY = 'contract-boundary';

type Field = NonNullable<Content['form']>['fields'][string];

/** A field as it is sent. */
interface Sent {
  name: string;
  value: unknown;
  field: Field;
  headers?: Record<string, unknown>;
}

/** The body of a form, its fields in the order of the value's keys and in the form that the description gives them. */
export function encodeForm({ mediaType, form }: Pick<Content, 'mediaType' | 'form'>, value: unknown): string {
  const fieldOf = (name: string): Field =>
    (form && Object.hasOwn(form.fields, name) ? form.fields[name] : form?.rest) ?? {};
  const sent = Object.entries((value ?? {}) as object).flatMap(([name, each]) => sentAs(name, each, fieldOf(name)));
  if (mediaType !== 'multipart/form-data')
    return new URLSearchParams(sent.map(({ name, value: each }) => [name, textOf(each)])).toString();
  const parts = sent.map(({ name, value: each, field, headers = {} }) => {
    const lines = [
      `Content-Disposition: form-data; name="${name}"${fileOf(field)}`,
      ...typeOf(field),
      ...Object.entries(headers).map(([header, text]) => `${header}: ${text}`),
    ];
    return `--${BOUNDARY}\r\n${lines.join('\r\n')}\r\n\r\n${textOf(each)}\r\n`;
  });
  return `${parts.join('')}--${BOUNDARY}--\r\n`;
}

/** A list is sent as a field for each item, unless they are joined, or all of it is JSON; an object as its style says. */
function sentAs(name: string, value: unknown, field: Field): Sent[] {
  if (isObject(value) && field.object !== undefined) return membersOf(name, value, field);
  if (!Array.isArray(value) || (field.json && !field.array)) return [partOf(name, value, field)];
  if (field.separator) return [{ name, value: value.map(textOf).join(field.separator), field }];
  return value.map((item) => partOf(name, item, field));
}

/** The value of a part that has headers of its own comes with them. */
function partOf(name: string, value: unknown, field: Field): Sent {
  if (field.headers === undefined || !isObject(value)) return { name, value, field };
  return { name, value: value.value, field, ...(isObject(value.headers) && { headers: value.headers }) };
}

function membersOf(name: string, value: Record<string, unknown>, { object, separator, members = {} }: Field): Sent[] {
  const entries = Object.entries(value);
  if (object === 'pairs') return [{ name, value: entries.flat().map(textOf).join(separator), field: {} }];
  return entries.flatMap(([member, each]) =>
    sentAs(object === 'deep' ? `${name}[${member}]` : member, each, members[member] ?? {}),
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value));

/** Services take a part for a file when it has a name of one (RFC 7578, 4.2). */
const fileOf = (field: Field) => (field.file ? '; filename="contract.bin"' : '');

function typeOf({ file, type, types }: Field): string[] {
  const sent = type ?? types?.[0] ?? (file && 'application/octet-stream');
  return sent ? [`Content-Type: ${sent}`] : [];
}
