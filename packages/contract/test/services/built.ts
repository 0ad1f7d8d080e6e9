import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import ts from 'typescript';
import type { CorpusService, StartOptions } from './service.ts';

/**
 * Starts a service whose source has decorators, which Node cannot run: the source is compiled first.
 * @param generate writes what is generated from the source into a folder beside its copy
 */
export async function startBuilt(
  name: string,
  { defects }: StartOptions,
  generate: (folder: string) => Promise<void> = async () => {},
): Promise<CorpusService> {
  const folder = join(import.meta.dirname, 'generated', `${name}-${process.pid}-${defects ? 'defects' : 'good'}`);
  mkdirSync(folder, { recursive: true });
  cpSync(join(import.meta.dirname, name), folder, { recursive: true });
  await generate(folder);
  compile(folder);
  const child = fork(join(folder, 'main.js'), { env: { ...process.env, DEFECTS: defects ? '1' : '0' }, execArgv: [] });
  const url = await addressOf(child);
  const read = async (path: string) => (await fetch(url + path)).json() as Promise<string[]>;
  return {
    url,
    description: await read('/openapi.json'),
    state: () => read('/--state'),
    async close() {
      child.kill();
      await once(child, 'close');
      rmSync(folder, { recursive: true });
    },
  };
}

function compile(folder: string): void {
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.ts'),
  )) {
    const { outputText } = ts.transpileModule(readFileSync(join(folder, file), 'utf8'), {
      compilerOptions: {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ESNext,
        experimentalDecorators: true,
        emitDecoratorMetadata: true,
        rewriteRelativeImportExtensions: true,
      },
    });
    const { dir, name } = parse(file);
    writeFileSync(join(folder, dir, `${name}.js`), outputText);
  }
}

async function addressOf(child: ChildProcess): Promise<string> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the service ended with ${code}`);
  });
  const [url] = await Promise.race([once(child, 'message'), ended]);
  return String(url).replace('[::1]', '127.0.0.1');
}
