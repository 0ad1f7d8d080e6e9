import { Ajv, type ValidateFunction } from 'ajv';
import type { moving } from '../../account/index.ts';

export interface FileHead {
  format: 2;
  account: { id: number; name: string; domain: string };
  tables: { name: string; columns: string[]; rows: number }[];
  /** Private keys of DKIM by the names of their files. */
  dkimKeys: Record<string, string>;
}

/** Fingerprints by the names of tables. */
export type FileEnd = [table: string, print: moving.Fingerprint][];

const text = { type: 'string', maxLength: 10_000 };
const count = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const object = (properties: object) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const list = (items: object) => ({ type: 'array', items, maxItems: 1000 });

const ajv = new Ajv();
const isHead = ajv.compile<{ head: FileHead }>(
  object({
    head: object({
      format: { const: 2 },
      account: object({ id: { ...count, minimum: 1 }, name: text, domain: text }),
      tables: list(object({ name: text, columns: list(text), rows: count })),
      dkimKeys: { type: 'object', maxProperties: 1000, additionalProperties: text },
    }),
  }),
);
const print = object({ rows: count, sum: { type: 'string', pattern: '^[0-9]{1,40}$' } });
const isEnd = ajv.compile<{ end: FileEnd }>(
  object({ end: list({ type: 'array', items: [text, print], minItems: 2, maxItems: 2 }) }),
);

/** @throws SyntaxError */
export const readHead = (line: string): FileHead => read(line, isHead).head;

/** @throws SyntaxError */
export const readEnd = (line: string): FileEnd => read(line, isEnd).end;

function read<Part>(line: string, isPart: ValidateFunction<Part>): Part {
  const part: unknown = JSON.parse(line);
  if (isPart(part)) return part;
  const { instancePath, message } = isPart.errors![0]!;
  throw new SyntaxError(`${instancePath} ${message}`);
}
