import { readFileSync } from 'node:fs';

/**
 * Returns the only line of a file.
 * @param subject begins the message of an error
 * @throws Error if the file cannot be read or has no line or several
 */
export function readSecretFile(subject: string, file: string): string {
  const text = readSecretText(subject, file).replace(/\r?\n$/, '');
  if (text === '' || /[\r\n]/.test(text)) throw new Error(`${subject}: ${file} must contain exactly one line`);
  return text;
}

/** Returns a file of several lines. @throws Error if it cannot be read */
export function readSecretText(subject: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${subject}: ${file} ${code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`}`);
  }
}
