import { expect, test } from 'vitest';
import { providerOfExchange, wellKnownProvider } from './providers.ts';

test.each([
  ['aspmx.l.google.com', 'google'],
  ['ALT1.GMAIL-SMTP-IN.L.GOOGLE.COM.', 'google'],
  ['example-com.mail.protection.outlook.com', 'microsoft'],
  ['outlook-com.olc.protection.outlook.com', 'microsoft'],
  ['mta5.am0.yahoodns.net', 'yahoo'],
  ['mx01.mail.icloud.com', 'apple'],
  ['mx00.emig.gmx.net', 'united-internet'],
  ['mxa-00123.gslb.pphosted.com', 'proofpoint'],
  ['mx1.hoster.example', 'hoster.example'],
  ['mx2.hoster.example', 'hoster.example'],
  ['hoster.example', 'hoster.example'],
  // Names that only end alike are others.
  ['mx.notgoogle.com', 'notgoogle.com'],
  ['localhost', 'localhost'],
])('%s belongs to %s', (host, provider) => {
  expect(providerOfExchange(host)).toBe(provider);
});

test('most mailboxes need no look-up', () => {
  expect(wellKnownProvider('gmail.com')).toBe('google');
  expect(wellKnownProvider('example.com')).toBeUndefined();
});
