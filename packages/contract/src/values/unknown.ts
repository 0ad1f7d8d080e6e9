import type { JsonSchema } from '@mailwright/codegen/description';
import { UNIQUE, UNIQUE_NUMBER, UNIQUE_UUID } from '../preconditions/fill.ts';
import { isValid } from './sample.ts';

const NUMBERS = [UNIQUE_NUMBER];
const TEXTS = [`no-such-${UNIQUE}`, UNIQUE, UNIQUE_UUID, `0${UNIQUE_NUMBER}${UNIQUE_NUMBER}abcde`];

/** A template of a well-formed id that nothing has; undefined when the schema allows none. */
export function unknownValue(schema: JsonSchema): string | undefined {
  if (schema.enum || schema.const !== undefined) return undefined;
  const types = [schema.type ?? 'string'].flat();
  const isNumber = types.includes('integer') || types.includes('number');
  return (isNumber ? NUMBERS : TEXTS).find((each) => isValid(schema, each));
}
