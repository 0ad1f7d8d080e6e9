import { fullFormats } from 'ajv-formats/dist/formats.js';

/** Formats that are checked; others only describe. `binary` and `password` allow anything. */
export const formats: ReadonlySet<string> = new Set(
  Object.keys(fullFormats).filter((name) => name !== 'binary' && name !== 'password'),
);
