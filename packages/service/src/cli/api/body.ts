import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import mime from 'mime';
import type { CallInput } from './call.ts';
import type { ApiOperation } from './description.ts';

/**
 * The body that a user gave: XML or JSON where it stands in the argument itself, else a file, `-` for standard input. JSON
 * for an operation that takes XML is a value, which is written as XML.
 * @throws Error in words when the file cannot be read, or is not what the operation takes
 */
export function readBody(operation: ApiOperation, argument: string): CallInput['body'] {
  if (!operation.body) throw new Error(`${operation.group} ${operation.name} does not accept a body.`);
  const inline = /^\s*[<{[]/.test(argument);
  const bytes = inline ? Buffer.from(argument) : readFileSync(argument === '-' ? 0 : argument);
  const { mediaTypes } = operation.body;
  const find = (pattern: RegExp) => mediaTypes.find((type) => pattern.test(type));
  const start = bytes.toString('utf8', 0, 200).trimStart()[0];
  const [xml, json, other] = [find(/[/+]xml$/), find(/[/+]json$/), find(/^(?!.*[/+](xml|json)$)/)];
  if (other) return { bytes, mediaType: other === '*/*' ? typeOf(argument) : other };
  if (start === '<' && xml) return { bytes, mediaType: xml };
  if (start !== '{' && start !== '[') throw new Error(`The body must be ${xml ? 'XML or ' : ''}JSON.`);
  if (json) return { bytes, mediaType: json };
  return { value: parse(bytes.toString()) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The body is not valid JSON: ${(error as Error).message}`);
  }
}

const typeOf = (file: string) => mime.getType(extname(file)) ?? 'application/octet-stream';
