export * from '@mailwright/server-runtime';
export { type Call, createDispatcher, type Hooks, type Principal } from '../dispatcher.ts';
export { refuseClient, sealedError } from '../errors.ts';
