/** Functions that compiled JSON Schemas call. */

export { isMultipleOf } from '@mailwright/xml-codec/json';
export { fullFormats as formats } from 'ajv-formats/dist/formats.js';
export { characters } from './characters.ts';
export { equal } from './equal.ts';

/** A pattern of a description: Unicode-aware where its syntax allows that. */
export function pattern(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    return new RegExp(source);
  }
}
