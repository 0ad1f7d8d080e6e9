import type { Removal } from './removal.ts';
import { encodingRemovals } from './removals/encoding.ts';
import { operationRemovals } from './removals/operation.ts';
import { peopleRemovals } from './removals/people.ts';
import { webRemovals } from './removals/web.ts';

/** All controls that are removed, by the chapters of docs/security/requirements.md. */
export const removals: readonly Removal[] = [
  ...encodingRemovals,
  ...webRemovals,
  ...peopleRemovals,
  ...operationRemovals,
];

/** Rows whose tests show that something is absent, so that there is no code to remove. */
export const withoutControl: Readonly<Record<string, string>> = {
  'V1.3.2': 'nothing evaluates code',
  'V6.3.2': 'there is no default key',
  'V13.2.2': 'PostgreSQL keeps its roles',
  'V13.2.3': 'there is no default password',
};
