import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { serveOptions } from './options.ts';
import { chosenKey, chosenMetricsToken, smtpAddress, visibleSecrets } from './secrets.ts';

const file = (content: string) => {
  const path = join(mkdtempSync(join(tmpdir(), 'mailwright-secret-')), 'secret');
  writeFileSync(path, content);
  return path;
};

describe('the key', () => {
  test.each([
    [{}, undefined],
    [{ key: 'twelve-chars' }, 'twelve-chars'],
    [{ keyFile: file('twelve-chars\n') }, 'twelve-chars'],
    [{ keyFile: file('twelve-chars') }, 'twelve-chars'],
  ])('%j', (options, wanted) => {
    expect(chosenKey(options)).toBe(wanted);
  });
  test.each([
    [{ key: 'twelve-chars', keyFile: file('twelve-chars') }, 'give the key only once'],
    [{ keyFile: file('short') }, '--key-file: a key must have 12 to 265'],
    [{ keyFile: file('') }, 'must contain exactly one line'],
    [{ keyFile: file('twelve-chars\ntwelve-chars\n') }, 'must contain exactly one line'],
    [{ keyFile: '/nowhere/key' }, '--key-file: /nowhere/key does not exist'],
  ])('%j is refused', (options, fault) => {
    expect(() => chosenKey(options)).toThrow(fault);
  });
});

describe('the token of metrics', () => {
  const token = 'only-for-watchers';
  test.each([
    [{}, undefined],
    [{ metricsToken: token }, token],
    [{ metricsTokenFile: file(`${token}\n`) }, token],
  ])('%j', (options, wanted) => {
    expect(chosenMetricsToken(options)).toBe(wanted);
  });
  test.each([
    [{ metricsToken: token, metricsTokenFile: file(token) }, 'give the token of metrics only once'],
    [{ metricsTokenFile: file('short') }, '--metrics-token-file: a token must have at least 16'],
    [{ metricsTokenFile: '/nowhere/token' }, '--metrics-token-file: /nowhere/token does not exist'],
  ])('%j is refused', (options, fault) => {
    expect(() => chosenMetricsToken(options)).toThrow(fault);
  });
});

describe('the address of the mail server', () => {
  const user = 'smtp://ada@mail.example.com:587';
  const full = 'smtp://ada:p%40ss%20%2F@mail.example.com:587';
  test.each([
    [{}, {}, undefined],
    [{}, { MAILWRIGHT_SMTP_PASSWORD: 'x' }, undefined],
    [{ smtp: user }, {}, user],
    [{ smtp: full }, {}, full],
    [{ smtp: user }, { MAILWRIGHT_SMTP_PASSWORD: 'p@ss /' }, full],
    [{ smtp: user, smtpPasswordFile: file('p@ss /\n') }, {}, full],
  ])('%j with %j', (options, env, wanted) => {
    expect(smtpAddress(options, env)).toBe(wanted);
  });
  test('one password, and a user', () => {
    expect(() => smtpAddress({ smtp: full, smtpPasswordFile: file('x') }, {})).toThrow(
      'give the SMTP password only once',
    );
    expect(() => smtpAddress({ smtp: 'smtp://mail.example.com', smtpPasswordFile: file('x') }, {})).toThrow(
      '--smtp must contain',
    );
  });
});

describe('what others see in the list of processes', () => {
  const seen = (args: string[]) => {
    const command = new Command('serve');
    for (const option of serveOptions()) command.addOption(option);
    return visibleSecrets(command.parse(args, { from: 'user' })).map((line) => /--([\w-]+)/.exec(line)![1]);
  };
  test.each([
    [[], []],
    [['--key', 'twelve-chars'], ['key']],
    [['--key-file', 'x', '--smtp-password-file', 'y'], []],
    [['--metrics-token', 'only-for-watchers'], ['metrics-token']],
    [['--metrics-token-file', 'x'], []],
    [['--smtp', 'smtp://ada@mail.example.com'], []],
    [['--smtp', 'smtp://ada:secret@mail.example.com'], ['smtp']],
    [['--database', 'postgres://ada:secret@db.example.com/mails'], ['database']],
    [['--database', 'postgres://ada:secret@db1:5432,db2:5432/mails'], ['database']],
    [['--database', 'postgres://ada@db.example.com/mails'], []],
  ])('%j', (args, wanted) => {
    expect(seen(args)).toEqual(wanted);
  });

  test('every option that takes a secret itself is told of', () => {
    const named = serveOptions().filter(({ flags }) => /(?:key|token|password|secret)s? <(?!file|dir)/.test(flags));
    const told = named.flatMap(({ long }) => seen([long!, 'secret-of-many-letters']));
    expect(told.map((name) => `--${name}`)).toEqual(named.map(({ long }) => long));
    expect(told).toContain('key');
  });
});
