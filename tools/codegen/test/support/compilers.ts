import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

/** What projects of others compile with, by the name of the package here. */
export const COMPILERS = ['typescript', 'ts7'] as const;

/** What a compiler prints about all files of a folder, in the strictest way; nothing if they are right. */
export async function compile(compiler: (typeof COMPILERS)[number], folder: string): Promise<string> {
  const project = {
    extends: path.join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      noEmit: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      noImplicitReturns: true,
      exactOptionalPropertyTypes: true,
    },
    include: ['**/*.ts'],
  };
  await writeFile(path.join(folder, 'tsconfig.json'), JSON.stringify(project));
  return new Promise((resolve) => {
    const tsc = path.join(ROOT, 'node_modules', compiler, 'bin/tsc');
    execFile(process.execPath, [tsc, '-p', folder], (_failure, output) => resolve(output));
  });
}
