import { readFileSync } from 'node:fs';

/**
 * Returns the only line of a file.
 * @param subject begins the message of an error
 * @throws Error if the file cannot be read or has no line or several
 */
export function readSecretFile(subject: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${subject}: ${file} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}`);
  }
  if (text === '' || /[\r\n]/.test(text)) throw new Error(`${subject}: ${file} must contain exactly one line`);
  return text;
}
