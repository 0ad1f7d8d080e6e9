import { contentOf, type FormFields, formEntries } from './form-body.ts';

/** Encodes an object as `multipart/form-data` whose parts have headers, which `FormData` does not carry. */
export const partsEncoder =
  (fields: FormFields) =>
  (value: unknown): Blob => {
    const boundary = `form-${crypto.randomUUID()}`;
    const parts = formEntries(fields, value).flatMap(({ name, value: each, type, headers = {} }) => {
      const content = contentOf(name, each, type);
      const isFile = content instanceof Blob;
      const file =
        each instanceof Blob ? `; filename="${quoted(content instanceof File ? content.name : 'blob')}"` : '';
      const lines = [
        `--${boundary}`,
        `Content-Disposition: form-data; name="${quoted(name)}"${file}`,
        ...(isFile ? [`Content-Type: ${content.type || 'application/octet-stream'}`] : []),
        ...Object.entries(headers).flatMap(([header, text]) =>
          text === undefined ? [] : [headerLine(name, header, text)],
        ),
      ];
      return [`${lines.join('\r\n')}\r\n\r\n`, content, '\r\n'];
    });
    return new Blob([...parts, `--${boundary}--\r\n`], { type: `multipart/form-data; boundary=${boundary}` });
  };

function headerLine(name: string, header: string, value: unknown): string {
  const text = [value].flat().join(',');
  if (/[\r\n\0]/.test(text)) throw new Error(`the header ${header} of "${name}" must not have line breaks`);
  return `${header}: ${text}`;
}

/** Escapes a name as the HTML standard does (section "multipart/form-data encoding algorithm"). */
const quoted = (text: string): string => text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
