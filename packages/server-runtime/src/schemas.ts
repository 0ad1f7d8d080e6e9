/** Runtime of generated Standard Schemas, for any platform including browsers. */
export { type StandardIssue, type StandardSchema, standardSchema } from './standard-schema.ts';
export * from './validation.ts';
