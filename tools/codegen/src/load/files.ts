import path from 'node:path';

export const isUrl = (file: string): boolean => /^https?:\/\//.test(file);

/** The address of a description: a URL, or a path, from the root of the file system. */
export const addressOf = (file: string): string => (isUrl(file) ? file : path.resolve(file));

/** The name that people know a file by: from the folder in which they are. */
export const relative = (file: string): string => (path.isAbsolute(file) ? path.relative(process.cwd(), file) : file);
