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

/**
 * Returns the errors of the compiler in generated files (path -> text). What they import is checked with the packages that
 * it belongs to.
 * @param options beside those of this repository and the strictest
 */
export function typeErrors(
  files: Map<string, string>,
  folder = path.join(import.meta.dirname, 'virtual'),
  more: ts.CompilerOptions = {},
): string[] {
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
  return ts.sortAndDeduplicateDiagnostics(errors).map(({ file, messageText }) => {
    const place = file ? path.relative(folder, file.fileName) : '';
    return `${place}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
