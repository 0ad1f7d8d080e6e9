import { describe, expect, test } from 'vitest';
import { type CustomFieldType, parseCustomValue } from './custom-fields.ts';
import { type StandardField, standardFieldFault } from './standard-fields.ts';

describe('standard fields', () => {
  test.each<[StandardField, string, boolean]>([
    ['FIRSTNAME', 'Ada', true],
    ['FIRSTNAME', 'é'.repeat(255), true],
    ['FIRSTNAME', '😀'.repeat(255), true],
    ['FIRSTNAME', 'a'.repeat(256), false],
    ['BIRTHDAY', '2000-02-29', true],
    ['BIRTHDAY', '2000-02-29 08:00:00', true],
    ['BIRTHDAY', '2001-02-29', false],
    ['BIRTHDAY', '29.02.2000', false],
    ['GENDER', 'f', true],
    ['GENDER', 'x', false],
    ['LOCALE', 'de_AT', true],
    ['LOCALE', 'German', false],
  ])('%s %s', (name, value, fine) => {
    expect(standardFieldFault(name, value) === undefined).toBe(fine);
  });
});

describe('custom fields', () => {
  test.each<[CustomFieldType, string, unknown]>([
    ['string', '007', '007'],
    ['integer', '39', 39],
    ['integer', '-2147483648', -2147483648],
    ['integer', '2147483648', undefined],
    ['integer', '1e3', undefined],
    ['float', '1.5', 1.5],
    ['float', 'NaN', undefined],
    ['double', '1e400', undefined],
    ['boolean', 'True', true],
    ['boolean', 'yes', undefined],
    ['boolean', '__proto__', undefined],
    ['boolean', 'constructor', undefined],
    ['float', '5.', 5],
    ['float', '.', undefined],
    ['date', '2031-02-03', '2031-02-03'],
    ['date', '2031-02-30', undefined],
    ['timestamp', '2031-02-03 10:00:00', '2031-02-03 10:00:00'],
  ])('%s %s', (type, text, wanted) => {
    const parsed = parseCustomValue(type, text);
    expect('value' in parsed ? parsed.value : undefined).toBe(wanted);
  });
});
