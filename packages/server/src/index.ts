export type * from './generated/server/index.ts';
export { api, implement, implementPartial, operations } from './generated/server/index.ts';
export type * from './generated/types/index.ts';
export { type Credentials, readKey } from './read-key.ts';
export * from './runtime/index.ts';
