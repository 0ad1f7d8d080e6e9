import { givenKeys, type KeySource } from '../platform/secrets/key-source.ts';
import type { DataOptions } from './options.ts';

/** Keys of secrets that the operator gives; `undefined` for those of the data directory. */
export const secretKeys = ({ secretsKeyFile }: DataOptions): KeySource | undefined =>
  givenKeys({ secretsKeyFile, secretsKey: process.env.MAILWRIGHT_SECRETS_KEY });
