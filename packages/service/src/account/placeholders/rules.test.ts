import { expect, test } from 'vitest';
import { keysFault } from './rules.ts';

test.each([
  [['IMPRINT', 'imprint', 'DOMAINS'], undefined],
  [[], undefined],
  [['IMPRINT', 'DOMAIN'], 'key "DOMAIN" is reserved'],
  [['cdn-domain'], 'key "cdn-domain" is reserved'],
  [['A', 'B', 'A'], 'key "A" is given twice'],
])('%j: %s', (keys, wanted) => {
  const fault = keysFault(keys.map((key) => ({ key })));
  if (wanted === undefined) expect(fault).toBeUndefined();
  else expect(fault).toContain(wanted);
});
