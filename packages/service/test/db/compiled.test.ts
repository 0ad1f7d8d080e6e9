import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';
import { templatePath } from '../../src/platform/database/embedded/template.ts';
import { startChild } from '../support/child.ts';
import { temporaryDirectory } from '../support/data-directory.ts';

const sources = fileURLToPath(new URL('../../src/platform', import.meta.url));
const generated = fileURLToPath(new URL('../../generated', import.meta.url));

/** The platform as the published package has it: JavaScript in dist, the template in generated. */
function compile(): string {
  const home = mkdtempSync(join(generated, 'compiled-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  cpSync(join(generated, '..', 'package.json'), join(home, 'package.json'));
  for (const file of globSync('**/*.ts', { cwd: sources, exclude: ['**/*.test.ts', '**/*.d.ts'] })) {
    const { outputText } = ts.transpileModule(readFileSync(join(sources, file), 'utf8'), {
      fileName: file,
      compilerOptions: {
        target: ts.ScriptTarget.ES2024,
        module: ts.ModuleKind.ESNext,
        verbatimModuleSyntax: true,
        rewriteRelativeImportExtensions: true,
      },
    });
    const target = join(home, 'dist', 'platform', file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, outputText);
  }
  mkdirSync(join(home, 'generated'));
  cpSync(templatePath, join(home, 'generated', basename(templatePath)));
  return home;
}

test('compiled to JavaScript, it finds its worker and its start template', async () => {
  const home = compile();
  const script = join(home, 'script.js');
  writeFileSync(
    script,
    `import { openDatabase } from './dist/platform/database/open.js';
     const log = [];
     const { kysely, close } = await openDatabase({ dataDir: process.argv[2] }, { log: (line) => log.push(line) });
     const accounts = await kysely.selectFrom('account').selectAll().execute();
     await close();
     console.log(JSON.stringify({ accounts, log }));`,
  );
  const child = startChild(pathToFileURL(script), temporaryDirectory());
  expect(JSON.parse(await child.line())).toEqual({ accounts: [], log: [] });
});
