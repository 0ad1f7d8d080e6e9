import { expect, test } from 'vitest';
import { parseExpression } from './expression.ts';

test.each([
  ['Ada@Example.ORG', 'ada@example.org'],
  ['*@rival.example', '*@rival.example'],
  ['*@MÜNCHEN.example', '*@xn--mnchen-3ya.example'],
  ['Info@*', 'info@*'],
  ['*@*.Example.org', '*@*.example.org'],
  ['*@*.org', '*@*.org'],
  ['info@*.bücher.example', 'info@*.xn--bcher-kva.example'],
])('%s is %s', (text, expression) => {
  expect(parseExpression(text)).toEqual({ expression });
});

test.each([
  ['', 'syntax'],
  ['rival.example', 'syntax'],
  ['*', 'syntax'],
  ['*@*', 'syntax'],
  ['a*@rival.example', 'syntax'],
  ['*@rival.*', 'syntax'],
  ['*@ri*al.example', 'syntax'],
  ['*@*.*.example', 'syntax'],
  ['*@**', 'syntax'],
  [`${'x'.repeat(60)}@${'y.'.repeat(130)}example`, 'syntax'],
  ['@@', 'never_matches'],
  ['@', 'never_matches'],
  ['*@', 'never_matches'],
  ['*@*.', 'never_matches'],
  ['*@localhost', 'never_matches'],
  ['a..b@*', 'never_matches'],
  ['a b@rival.example', 'never_matches'],
  ['*@-rival.example', 'never_matches'],
  ['*@rival.example.', 'never_matches'],
  ['.*@rival.example', 'syntax'],
])('%s: %s', (text, reason) => {
  expect(parseExpression(text)).toEqual({ reason });
});
