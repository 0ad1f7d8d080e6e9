import { expect, test } from 'vitest';
import { type Preferences, readPreferences } from './prefer.ts';

test.each<[string[], Preferences]>([
  [[], {}],
  [['code=404'], { code: 404 }],
  [['code=404, example=none'], { code: 404, example: 'none' }],
  [['code=404; dynamic=true'], { code: 404, dynamic: true }],
  [['code=404', 'example="all-fields"'], { code: 404, example: 'all-fields' }],
  [['dynamic'], { dynamic: true }],
  [['dynamic=false'], { dynamic: false }],
  [['Code=404'], { code: 404 }],
  [['code=999'], {}],
  [['wait=10, respond-async'], {}],
])('%j', (lines, wanted) => {
  expect(readPreferences(lines.map((line) => ['prefer', line]))).toEqual(wanted);
});
