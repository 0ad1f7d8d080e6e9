import { typeName } from '../common/names.ts';

/** Key of a named schema in the validator's registry. */
export const keyOf = (name: string): string => `schema_${typeName(name)}`;
