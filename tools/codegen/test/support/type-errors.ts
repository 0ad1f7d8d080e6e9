import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.resolve(import.meta.dirname, '../../../..');

const libraries = new Map<string, ts.SourceFile | undefined>();

/** Options that projects have and this repository has not. */
export const STRICTEST: ts.CompilerOptions = {
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitReturns: true,
  exactOptionalPropertyTypes: true,
};

/** An error of the compiler: the file, the number of the line from 0, the source text that is wrong, and the lines of the message. */
export interface CompilerError {
  file: string;
  line: number;
  source: string;
  message: string[];
}

/**
 * Returns the errors of the compiler in generated files (path -> text). What they import is checked with the packages that
 * it belongs to.
 * @param options beside those of this repository and the strictest
 */
export function typeErrors(files: Map<string, string>, folder?: string, more?: ts.CompilerOptions): string[] {
  return findTypeErrors(files, folder, more).map(
    ({ file, message }) => `${file}: ${message.map((line) => line.trimStart()).join(' ')}`,
  );
}

/** As `typeErrors`, with places and single lines. */
export function findTypeErrors(
  files: Map<string, string>,
  folder = path.join(import.meta.dirname, 'virtual'),
  more: ts.CompilerOptions = {},
): CompilerError[] {
  const { config } = ts.readConfigFile(path.join(ROOT, 'tsconfig.base.json'), ts.sys.readFile);
  const options = { ...ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options, ...STRICTEST, ...more };
  const texts = new Map([...files].map(([name, text]) => [path.join(folder, name), text]));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, directoryExists, getSourceFile } = host;
  // Parsing the standard library and the runtime packages takes longer than all else, and they are the same each time.
  host.getSourceFile = (file, ...rest) => {
    if (!/\/(node_modules|packages)\//.test(file) || file.startsWith(folder)) return getSourceFile(file, ...rest);
    const parsed = libraries.get(file) ?? getSourceFile(file, ...rest);
    libraries.set(file, parsed);
    return parsed;
  };
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.fileExists = (file) => texts.has(file) || fileExists(file);
  host.directoryExists = (directory) => directory.startsWith(folder) || directoryExists!(directory);
  const program = ts.createProgram(
    [...texts.keys()].filter((name) => name.endsWith('.ts')),
    options,
    host,
  );
  const own = program.getSourceFiles().filter(({ fileName }) => texts.has(path.normalize(fileName)));
  const errors = own.flatMap((file) => ts.getPreEmitDiagnostics(program, file));
  return ts.sortAndDeduplicateDiagnostics(errors).map(({ file, start = 0, length, messageText }) => ({
    file: file ? path.relative(folder, file.fileName) : '',
    line: file ? file.getLineAndCharacterOfPosition(start).line : 0,
    source: file?.text.slice(start, start + (length ?? 0)) ?? '',
    message: ts.flattenDiagnosticMessageText(messageText, '\n').split('\n'),
  }));
}

/** Returns the errors in a generated folder and in a file `use.ts` beside its `client`. */
export async function generatedTypeErrors(folder: string, use: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const),
  );
  return typeErrors(new Map([...texts, ['use.ts', use]]), folder);
}
