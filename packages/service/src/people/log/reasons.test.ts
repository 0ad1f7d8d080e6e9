import { expect, test } from 'vitest';
import { mergeReasons, parseReasons } from './reasons.ts';

test.each([
  [[], ['no_demand', 'other|Moved away'], ['no_demand', 'other|Moved away']],
  [['no_demand'], ['no_demand', 'other'], ['no_demand', 'other']],
  [['other|First', 'no_demand'], ['other|Second'], ['other|Second', 'no_demand']],
  [[], ['other|First', 'other|Second'], ['other|Second']],
])('%j and then %j are %j', (known, given, wanted) => {
  expect(mergeReasons(parseReasons(known), parseReasons(given))).toEqual(parseReasons(wanted));
});
