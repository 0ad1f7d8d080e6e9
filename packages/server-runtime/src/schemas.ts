/** Runtime of generated Standard Schemas, for any platform including browsers. */
export { isFormat, isOther, isThere, isUnique } from './checks.ts';
export { type StandardIssue, type StandardSchema, standardSchema } from './standard-schema.ts';
export * from './validation.ts';
