import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { writeTree } from '../src/tree.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Directory with the platform (`writeTree`). */
    tree: string;
  }
}

export default function setup({ provide }: TestProject): () => void {
  const tree = mkdtempSync(join(tmpdir(), 'mailwright-tree-'));
  writeTree(tree);
  provide('tree', tree);
  return () => rmSync(tree, { recursive: true, force: true });
}
