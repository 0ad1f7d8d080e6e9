import { expect, test } from 'vitest';
import { insertAtBodyStart } from './body.ts';

test.each([
  ['<p>Hi</p>', '|<p>Hi</p>'],
  ['<html><body><p>', '<html><body>|<p>'],
  ['<BODY class="a>b">x</BODY>', '<BODY class="a>b">|x</BODY>'],
  ["<body style='<body>'>x", "<body style='<body>'>|x"],
  ['<!-- <body> --><body>x<body>', '<!-- <body> --><body>|x<body>'],
  ['<style><body></style>x', '|<style><body></style>x'],
  ['<bodyguard>x', '|<bodyguard>x'],
  ['<body', '|<body'],
  ['', '|'],
])('%s', (html, wanted) => {
  expect(insertAtBodyStart(html, '|')).toBe(wanted);
});

test('two million characters of unfinished tags take one walk', () => {
  const html = '<body'.repeat(400_000);
  const start = process.threadCpuUsage();
  expect(insertAtBodyStart(html, '|')).toBe(`|${html}`);
  expect(process.threadCpuUsage(start).user).toBeLessThan(2_000_000);
});
