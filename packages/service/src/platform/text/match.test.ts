import { expect, test } from 'vitest';
import { likePattern, type StringOperator } from './match.ts';

test.each<[StringOperator, string, string]>([
  ['contains', 'ada', '%ada%'],
  ['equals', 'ada', 'ada'],
  ['starts_with', 'ada', 'ada%'],
  ['ends_with', 'ada', '%ada'],
  ['contains', '100%_\\', '%100\\%\\_\\\\%'],
])('%s %s is %s', (operator, text, wanted) => {
  expect(likePattern(operator, text)).toBe(wanted);
});
