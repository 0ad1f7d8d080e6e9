import { dirname, join } from 'node:path';
import ts from 'typescript';

/** Imports of each file, imports of types included, by paths from the root of the repository. */
export type Imports = ReadonlyMap<string, readonly string[]>;

/** Reads the relative imports of sources, which are given by path; ignores imports of other files. */
export function readImports(sources: ReadonlyMap<string, string>): Imports {
  return new Map(
    Array.from(sources, ([file, text]) => {
      const relative = ts.preProcessFile(text, true, true).importedFiles.filter(({ fileName }) => fileName[0] === '.');
      const targets = relative.map(({ fileName }) => join(dirname(file), fileName));
      return [file, targets.filter((target) => sources.has(target))];
    }),
  );
}

/**
 * Returns a path of imports for each file and each folder that is left and entered again. Files on such a path import each
 * other. A folder on one, with the folders in it, cannot be understood apart from its surroundings.
 */
export function findCircles(imports: Imports): string[] {
  const files = [...imports.keys()];
  const folders = [...new Set(files.flatMap(foldersAbove))].sort();
  const paths = [
    ...files.map((file) => findReturn(imports, [file], (other) => other === file)),
    ...folders.map((folder) => {
      const isInside = (file: string) => file.startsWith(`${folder}/`);
      return findReturn(imports, files.filter(isInside), isInside);
    }),
  ];
  return paths.flatMap((path) => path?.join(' → ') ?? []);
}

function foldersAbove(file: string): string[] {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)];
}

/** Returns the shortest path that leaves a set of files and returns to it. */
function findReturn(
  imports: Imports,
  inside: readonly string[],
  isInside: (file: string) => boolean,
): string[] | undefined {
  const importers = new Map<string, string>();
  const queue: string[] = [];
  const visit = (file: string, importer: string) => {
    if (importers.has(file)) return;
    importers.set(file, importer);
    queue.push(file);
  };
  for (const file of inside) for (const target of imports.get(file)!) if (!isInside(target)) visit(target, file);
  for (const file of queue) {
    for (const target of imports.get(file)!) {
      if (!isInside(target)) visit(target, file);
      else return [...pathTo(file, importers), target];
    }
  }
  return undefined;
}

function pathTo(file: string, importers: ReadonlyMap<string, string>): string[] {
  const importer = importers.get(file);
  return importer === undefined ? [file] : [...pathTo(importer, importers), file];
}
