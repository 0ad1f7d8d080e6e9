import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SampleRequest } from './request.ts';
import { typescript } from './typescript.ts';

/** Writes every TypeScript snippet into a file for its group, so that the compiler can say whether they are true. */
export function writeSnippets(directory: string, requests: SampleRequest[]): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const [group, own] of Map.groupBy(requests, ({ operation }) => operation.group)) {
    const functions = own.map((request) => {
      const code = typescript(request);
      const names = code.match(/^const (\{.*?\}|\w+) =/)?.[1];
      const body = `${code}${names ? `\nreturn ${names};` : ''}`.replaceAll(/^/gm, '  ');
      return `export async function ${request.operation.id}() {\n${body}\n}\n`;
    });
    const imports = [
      ...(functions.some((text) => text.includes('readFile(')) ? ["import { readFile } from 'node:fs/promises';"] : []),
      "import { createClient } from '@mailwright/client';",
      "\nconst client = createClient({ baseUrl: 'https://localhost:8443/1.0', apiKey: process.env.API_KEY });\n",
    ];
    writeFileSync(join(directory, `${group}.ts`), `${imports.join('\n')}\n${functions.join('\n')}`);
  }
}
