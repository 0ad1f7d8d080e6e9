import { expect, test } from 'vitest';
import { readStyles } from '../content/css.ts';
import { readPage } from '../content/page.ts';
import { judgeClients } from './clients.ts';
import { judgeStructure } from './structure.ts';
import { support } from './support.ts';
import { usedFeatures } from './usage.ts';

const good =
  '<!doctype html><html><head><meta charset=utf-8><meta name=viewport content=x><meta name=color-scheme content="light dark"></head>';

test.each<[string, string[]]>([
  [`${good}<table width=600><tr><td style="color:red">Hi</table>`, []],
  [`<p>Hi`, ['warning doctype_missing', 'info viewport_missing', 'info dark_mode']],
  [`${good}<script>x</script>`, ['error script']],
  [`${good}<p onclick="x">`, ['error script']],
  [`${good}<a href=" javascript:x">x</a>`, ['error script']],
  [`${good}<form action=x></form>`, ['error form']],
  [`${good}<table><tr><td>`, ['error html_broken']],
  [`${good}<div>`, ['warning html_unclosed']],
  [`${good}</div>`, ['warning html_stray']],
  [`${good}<a href="x>y`, ['error html_broken']],
  [`${good}<table width=900></table>`, ['warning too_wide']],
  [`${good}<style>${'a{color:red}'.repeat(2000)}</style>`, ['warning style_too_large']],
  [`${good}${'<table>'.repeat(14)}${'</table>'.repeat(14)}`, ['warning nested_deeply']],
  ['<!doctype html><meta charset=latin1><meta name=viewport><meta name=color-scheme>', ['warning charset']],
])('%s: %j', (html, wanted) => {
  const page = readPage(html);
  const findings = judgeStructure(page, readStyles(page));
  expect(findings.map(({ severity, code }) => `${severity} ${code}`)).toEqual(wanted);
});

const judged = (html: string) => {
  const page = readPage(html);
  return new Map(judgeClients(usedFeatures(page, readStyles(page))).map((client) => [client.name, client]));
};

test('a mail of tables is shown by everybody', () => {
  const html =
    '<table width="600" cellpadding="0"><tr><td style="padding:8px;color:#333;font-size:14px">Hi</td></tr></table>';
  expect([...judged(html).values()].filter(({ issues }) => issues.length > 0)).toEqual([]);
});

test('what a program lacks is counted, and layout is worth a warning', () => {
  const clients = judged('<div style="display:flex;border-radius:4px"></div><p style="border-radius:2px"></p>');
  expect(clients.get('Outlook for Windows (Word engine)')).toEqual({
    name: 'Outlook for Windows (Word engine)',
    state: 'warning',
    issues: [
      { feature: 'border-radius', count: 2 },
      { feature: 'display:flex', count: 1 },
    ],
  });
  expect(clients.get('Apple Mail for iOS')).toMatchObject({ state: 'success', issues: [] });
});

test('the table knows at least twelve families', () => {
  expect(support.length).toBeGreaterThanOrEqual(12);
  expect(new Set(support.map(({ client }) => client)).size).toBe(support.length);
});
