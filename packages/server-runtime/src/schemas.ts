/** What generated Standard Schemas run on, in any runtime, browsers included. */
export { type StandardIssue, type StandardSchema, standardSchema } from './standard-schema.ts';
export * from './validation.ts';
