import { expect, test } from 'vitest';
import type { DeviceType } from '../tables.ts';
import { clientOf } from './client.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const rows: [userAgent: string, browser: string | undefined, os: string | undefined, device: DeviceType][] = [
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'Chrome 126',
    'Windows 10',
    'COMPUTER',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140', 'Linux', 'COMPUTER'],
  [
    'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Thunderbird/128.3.1',
    'Thunderbird 128',
    'Linux',
    'COMPUTER',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${webKit} Mobile/15E148`,
    'Apple Mail',
    'iOS 17.5',
    'MOBILE',
  ],
  [
    `Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) ${webKit} Version/16.6 Mobile/15E148 Safari/604.1`,
    'Safari 16',
    'iOS 16.6',
    'TABLET',
  ],
  [
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'Gmail',
    undefined,
    'UNKNOWN',
  ],
  ['YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html', 'Yahoo Mail', undefined, 'UNKNOWN'],
  [
    'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)',
    'Outlook 16',
    'Windows 10',
    'COMPUTER',
  ],
  ['', undefined, undefined, 'UNKNOWN'],
  ['x', undefined, undefined, 'UNKNOWN'],
];

test.each(rows)('%s', (userAgent, browser, os, device) => {
  const client = clientOf(userAgent);
  expect([client.browser, client.os_name, client.device]).toEqual([browser, os, device]);
});
