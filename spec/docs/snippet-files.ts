import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SampleRequest } from './request.ts';
import { typescript } from './typescript.ts';

/** Writes every TypeScript snippet into a file of its own, for the compiler to say whether it is true. */
export function writeSnippets(directory: string, requests: SampleRequest[]): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const request of requests)
    writeFileSync(join(directory, `${request.operation.id}.ts`), `${typescript(request)}\n`);
}
