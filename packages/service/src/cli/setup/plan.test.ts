import { expect, test } from 'vitest';
import { changeSettings, planSetup, readDatabase, readDomain, readName, readRelay, type SetupAnswers } from './plan.ts';

const usual: SetupAnswers = {
  domain: 'news.example.com',
  email: 'ada@example.com',
  tls: 'acme',
  acmeDirectory: 'https://acme.example/directory',
  database: 'embedded',
  relay: 'none',
  name: 'Example Garden',
};
const place = { file: 'mailwright.conf', secrets: 'mailwright-secrets', isUnit: false };

test.each<[string, Partial<SetupAnswers>, boolean, Record<string, string>, [string, string][]]>([
  [
    'a certificate by ACME',
    {},
    false,
    {
      MAILWRIGHT_PUBLIC_URL: 'https://news.example.com',
      MAILWRIGHT_ACME_DOMAIN: 'news.example.com',
      MAILWRIGHT_ACME_AGREE_TO_TERMS: 'true',
      MAILWRIGHT_PORT: '443',
      MAILWRIGHT_HTTP_PORT: '80',
    },
    [],
  ],
  ['a proxy', { tls: 'proxy' }, false, { MAILWRIGHT_TRUST_PROXY: '1' }, []],
  ['the mail server of this machine', { relay: 'direct' }, true, { MAILWRIGHT_SMTP: 'smtp://localhost:25' }, []],
  [
    'secrets in files',
    { relay: 'smtp://user:p%40ss@relay.example.com:587', database: 'postgres://u:p@db/mailwright' },
    true,
    { MAILWRIGHT_SMTP: 'smtp://user@relay.example.com:587' },
    [
      ['database-url', 'postgres://u:p@db/mailwright'],
      ['smtp-password', 'p@ss'],
    ],
  ],
])('%s', (_what, change, isUnit, settings, secrets) => {
  const plan = planSetup({ ...usual, ...change }, { ...place, isUnit }, []);
  expect(Object.fromEntries(plan.settings)).toMatchObject(settings);
  expect(plan.secrets).toEqual(secrets);
});

test('ports of a unit are those of its socket', () => {
  const { settings, commands } = planSetup(usual, { ...place, isUnit: true }, []);
  expect(Object.fromEntries(settings)).not.toHaveProperty('MAILWRIGHT_PORT');
  expect(commands.join('\n')).toContain('ListenStream=443\\nListenStream=80');
});

test.each<[string, Partial<SetupAnswers>, string[], string[]]>([
  [
    'no mails leave, and the address is not known',
    {},
    [],
    [
      'news.example.com A ADDRESS-OF-THIS-SERVER',
      '_dmarc.news.example.com TXT v=DMARC1; p=none; rua=mailto:ada@example.com',
    ],
  ],
  [
    'mails leave from this machine',
    { relay: 'direct' },
    ['203.0.113.5', '2001:db8::5'],
    [
      'news.example.com A 203.0.113.5',
      'news.example.com AAAA 2001:db8::5',
      'news.example.com TXT v=spf1 a -all',
      '_dmarc.news.example.com TXT v=DMARC1; p=none; rua=mailto:ada@example.com',
      '203.0.113.5 PTR news.example.com',
      '2001:db8::5 PTR news.example.com',
    ],
  ],
])('records: %s', (_what, change, addresses, wanted) => {
  const { records } = planSetup({ ...usual, ...change }, place, addresses);
  expect(records.map(({ name, type, value }) => `${name} ${type} ${value}`)).toEqual(wanted);
});

test.each([
  ['', 'A="1"\nB="2"\n'],
  ['# note\nB="old"\nC="3"\n', '# note\nB="2"\nC="3"\nA="1"\n'],
  ['#A="example"\n#B="example"\n', 'A="1"\nB="2"\n'],
  ['B="old"\nB="older"\n#A="x"', 'B="old"\nB="2"\nA="1"\n'],
])('settings in %j', (text, wanted) => {
  const settings: [string, string][] = [
    ['A', '1'],
    ['B', '2'],
  ];
  expect(changeSettings(text, settings)).toBe(wanted);
});

test('a value that a shell would run is refused', () => {
  expect(() => changeSettings('', [['A', '$(reboot)']])).toThrow('A must not contain');
});

test.each<[(text: string) => string, string, string | undefined]>([
  [readDomain, 'News.Example.com.', 'news.example.com'],
  [readDomain, 'bücher.example', 'xn--bcher-kva.example'],
  [readDomain, 'https://news.example.com', undefined],
  [readDomain, 'localhost', undefined],
  [readDomain, '192.0.2.1', undefined],
  [readDatabase, 'embedded', 'embedded'],
  [readDatabase, 'mysql://x', undefined],
  [readRelay, 'direct', 'direct'],
  [readRelay, 'relay.example.com', undefined],
  [readRelay, 'smtp://u:$(reboot)@x', undefined],
  [readName, ' Example Garden ', 'Example Garden'],
  [readName, 'a "b"', undefined],
  [readName, '$(reboot)', undefined],
  [readName, '', undefined],
])('%o reads %j', (read, text, wanted) => {
  if (wanted === undefined) expect(() => read(text)).toThrow('It must');
  else expect(read(text)).toBe(wanted);
});
