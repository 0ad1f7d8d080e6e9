import { XmlError } from '../src/index.ts';

/** The fault for which something is refused. */
export function errorOf(run: () => unknown): XmlError {
  try {
    run();
  } catch (error) {
    if (error instanceof XmlError) return error;
    throw error;
  }
  throw new Error('was not refused');
}
