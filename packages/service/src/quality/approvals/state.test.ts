import { expect, test } from 'vitest';
import { approvalFault } from './state.ts';

test.each([
  ['success', undefined],
  ['failed', /refused/],
  ['warning', /not complete/],
  [undefined, /missing for the present content/],
] as const)('%s: %s', (state, wanted) => {
  const fault = approvalFault(state);
  if (wanted === undefined) expect(fault).toBeUndefined();
  else expect(fault).toMatch(wanted);
});
