import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';
import house, { type rules } from './plugin.ts';

export type Files = Record<string, string>;

/** Messages of one house rule about a description that is given as files. */
export async function lintFiles(rule: keyof typeof rules, files: Files): Promise<string[]> {
  const directory = mkdtempSync(join(tmpdir(), 'house-rules-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, name)), { recursive: true });
      writeFileSync(join(directory, name), text);
    }
    const config = await createConfig({ plugins: [house()], rules: { [`house/${rule}`]: 'error' } });
    const problems = await lint({ ref: join(directory, 'openapi.yaml'), config });
    return problems.map(({ message }) => message);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The same for one operation, `get /things` unless told otherwise. */
export function lintOperation(rule: keyof typeof rules, operation: string, address = 'get /things', files: Files = {}) {
  const [method, path] = address.split(' ');
  const root = description(`${path}:\n    ${method}: { $ref: operations/things/listThings.yaml }`);
  return lintFiles(rule, { 'openapi.yaml': root, 'operations/things/listThings.yaml': operation, ...files });
}

/** A description with the given paths. */
export const description = (paths: string) =>
  `openapi: 3.1.0\ninfo: { title: Things, version: '1' }\npaths:\n  ${paths}\n`;
