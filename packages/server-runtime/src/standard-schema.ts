import type { Validate } from './api.ts';
import { actualFaults, locateFault } from './schema-fault.ts';

/** A validator with the interface of https://standardschema.dev, which Zod, Valibot and ArkType share. */
export interface StandardSchema<Value> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'mailwright';
    /** The value itself, or every fault with its path. */
    readonly validate: (
      value: unknown,
    ) => { readonly value: Value; readonly issues?: undefined } | { readonly issues: readonly StandardIssue[] };
    /** For inference alone. */
    readonly types?: { readonly input: Value; readonly output: Value } | undefined;
  };
}

export interface StandardIssue {
  /** `must be at least 1 but was 0`: what the value at the path breaks. */
  readonly message: string;
  /** Names of members and indexes of items. */
  readonly path: readonly PropertyKey[];
}

/** Gives a compiled validator, which tells every fault, the interface of Standard Schema. */
export function standardSchema<Value>(validator: unknown): StandardSchema<Value> {
  const isValid = validator as Validate;
  return {
    '~standard': {
      version: 1,
      vendor: 'mailwright',
      validate(value) {
        if (isValid(value)) return { value: value as Value };
        return { issues: actualFaults(isValid.errors ?? []).map((fault) => locateFault(fault, value)) };
      },
    },
  };
}
