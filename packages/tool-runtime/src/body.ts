import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import mime from 'mime';
import type { ToolBody, ToolOperation } from './api.ts';
import type { CallInput } from './call.ts';

/**
 * The body that a person gave: XML or JSON in the argument itself, else a file, `-` for standard input. JSON is a value, and is
 * written as XML for an operation that takes only this.
 * @throws Error in words if the file cannot be read, or is not what the operation takes
 */
export function readBody({ id, body }: ToolOperation, argument: string): CallInput['body'] {
  if (!body) throw new Error(`${id} does not accept a body.`);
  const isInline = /^\s*[<{[]/.test(argument);
  const bytes = isInline ? Buffer.from(argument) : readFileSync(argument === '-' ? 0 : argument);
  const start = bytes.toString('utf8', 0, 200).trimStart()[0];
  const [xml, json, other] = [find(body, isXml), find(body, isJson), find(body, isOther)];
  if (isForm(body)) return { value: withFiles(body, parse(bytes.toString()), readFile) };
  if (start === '<' && xml) return { bytes, mediaType: xml };
  if (other) return { bytes, mediaType: other.includes('*') ? typeOf(argument) : other };
  if (json) return { bytes, mediaType: json };
  if (start !== '{' && start !== '[') throw new Error('The body must be XML or JSON.');
  return { value: parse(bytes.toString()) };
}

/** The body that an assistant gave: a value, or the text of one that has no schema. */
export function bodyOf({ body }: ToolOperation, given: unknown): CallInput['body'] {
  if (given === undefined) return undefined;
  if (body?.schema === undefined) {
    const mediaType = body?.mediaTypes[0] ?? 'text/plain';
    const type = mediaType.includes('*') ? 'application/octet-stream' : mediaType;
    return { bytes: Buffer.from(typeof given === 'string' ? given : JSON.stringify(given)), mediaType: type };
  }
  return { value: isForm(body) ? withFiles(body, given, (text) => new Blob([text])) : given };
}

/** The form with files in place of the texts that name or hold them. */
function withFiles({ files = [] }: ToolBody, form: unknown, toFile: (text: string) => Blob): unknown {
  if (typeof form !== 'object' || form === null) return form;
  const convert = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(convert) : typeof value === 'string' ? toFile(value) : value;
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, files.includes(name) ? convert(value) : value]),
  );
}

const readFile = (path: string): Blob => new File([readFileSync(path)], basename(path), { type: typeOf(path) });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The body is not valid JSON: ${(error as Error).message}`);
  }
}

const isXml = (type: string) => /[/+]xml\b/.test(type);
const isJson = (type: string) => /[/+]json\b/.test(type);
const isOther = (type: string) => !isXml(type) && !isJson(type);
const isForm = ({ mediaTypes }: ToolBody) =>
  /^(multipart\/|application\/x-www-form-urlencoded)/.test(mediaTypes[0] ?? '');
const find = ({ mediaTypes }: ToolBody, fits: (type: string) => boolean) => mediaTypes.find(fits);
const typeOf = (file: string) => mime.getType(extname(file)) ?? 'application/octet-stream';
