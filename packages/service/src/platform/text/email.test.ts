import { describe, expect, test } from 'vitest';
import { parseEmail } from './email.ts';

describe('accepted', () => {
  test.each([
    ['ada@example.com', 'ada@example.com', 'ada@example.com'],
    ['Ada.Lovelace+news@EXAMPLE.com', 'Ada.Lovelace+news@example.com', 'ada.lovelace+news@example.com'],
    ['ada@münchen.example', 'ada@xn--mnchen-3ya.example', 'ada@xn--mnchen-3ya.example'],
    ['žofie@example.org', 'žofie@example.org', 'žofie@example.org'],
    ['z\u030cofie@example.org', 'žofie@example.org', 'žofie@example.org'],
    ['Z\u030cofie@example.org', 'Žofie@example.org', 'žofie@example.org'],
    ['\u212bsa@example.org', 'Åsa@example.org', 'åsa@example.org'],
    ["o'hara@sub.example.co", "o'hara@sub.example.co", "o'hara@sub.example.co"],
  ])('%s', (text, address, folded) => {
    expect(parseEmail(text)).toEqual({ address, folded });
  });
});

describe('refused', () => {
  test.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'ada@localhost',
    'a da@example.com',
    'ada@exa mple.com',
    'ada@example..com',
    '.ada@example.com',
    'ada.@example.com',
    'a..b@example.com',
    'ada@-example.com',
    'ada@1.2.3.4',
    'ada@example.com\r\nBcc: eve@example.com',
    'ada<x>@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'a'.repeat(250)}.com`,
    'ada\u0000@example.com',
    'a\u200bda@example.com',
    'ada\u200d@example.com',
    '\ufeffada@example.com',
    'a\u00adda@example.com',
    '\u202eada@example.com',
    'ada\u3164@example.com',
    'ada\ufe0f@example.com',
  ])('%j', (text) => {
    expect(parseEmail(text)).toBeUndefined();
  });
});
