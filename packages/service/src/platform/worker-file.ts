import { extname } from 'node:path';

/**
 * The module that a thread starts with. Packing finds it by this call: threads load it by its path, not by an import.
 * @param base `import.meta.url` of the caller
 * @param path of the module without its extension, such as `./worker`
 */
export const workerFile = (base: string, path: string): URL =>
  // Sources run as .ts, the package as .js.
  new URL(`${path}${extname(base)}`, base);
