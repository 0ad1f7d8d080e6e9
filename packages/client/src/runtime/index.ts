export * from '@mailwright/client-runtime';
export { type ConnectOptions, connect } from '../connect.ts';
export { HttpsRequiredError, RightMissingError, SealedError } from '../generated/client/errors.ts';
