import { describe, expect, test } from 'vitest';
import { smtpTransport } from '../../src/sending/smtp/transport.ts';
import { mail, scripted } from './conversation.ts';

describe('access tokens', () => {
  /** A token that counts how often it was forgotten. */
  const tokenOf = (value: string) => ({
    get: async () => value,
    forgotten: 0,
    forget() {
      this.forgotten++;
    },
  });
  const signOn = async (mechanisms: string, replies: Record<string, string>, user: string, value: string) => {
    const server = await scripted('220 hi', {
      EHLO: `250-hello\r\n250 AUTH ${mechanisms}`,
      DATA: '354 go on',
      ...replies,
    });
    const token = tokenOf(value);
    const transport = smtpTransport(server.url.replace('//', `//${encodeURIComponent(user)}@`), {
      insecure: true,
      token,
    });
    const refusal = await transport.send(mail);
    await transport.close();
    server.close();
    return { refusal, lines: server.lines.slice(1), forgotten: token.forgotten, url: server.url };
  };

  test('are sent as OAUTHBEARER, where a server takes it', async () => {
    const { refusal, lines, url } = await signOn(
      'PLAIN XOAUTH2 OAUTHBEARER',
      { AUTH: '235 hello' },
      'a=b,c@example.com',
      'tok',
    );
    expect(refusal).toBeUndefined();
    const [command, mechanism, response] = lines[0]!.split(' ');
    expect([command, mechanism]).toEqual(['AUTH', 'OAUTHBEARER']);
    const { port } = new URL(url);
    expect(Buffer.from(response!, 'base64').toString().split('\x01')).toEqual([
      'n,a=a=3Db=2Cc@example.com,',
      'host=127.0.0.1',
      `port=${port}`,
      'auth=Bearer tok',
      '',
      '',
    ]);
  });

  // The example of Google's documentation of the mechanism.
  test('are sent as XOAUTH2 elsewhere', async () => {
    const { lines } = await signOn(
      'LOGIN XOAUTH2',
      { AUTH: '235 hello' },
      'someuser@example.com',
      'ya29.vF9dft4qmTc2Nvb3RlckBhdHRhdmlzdGEuY29tCg',
    );
    expect(lines[0]).toBe(
      'AUTH XOAUTH2 dXNlcj1zb21ldXNlckBleGFtcGxlLmNvbQFhdXRoPUJlYXJlciB5YTI5LnZGOWRmdDRxbVRjMk52YjNSbGNrQmhkSFJoZG1semRHRXVZMjl0Q2cBAQ==',
    );
  });

  test.each([
    ['OAUTHBEARER', 'AQ=='],
    ['XOAUTH2', ''],
  ])('that are refused with %s are told and forgotten', async (mechanism, acknowledgement) => {
    const { refusal, lines, forgotten } = await signOn(
      mechanism,
      { AUTH: '334 eyJzdGF0dXMiOiI0MDEifQ==', [acknowledgement]: '535 5.7.8 Not accepted' },
      'a@example.com',
      'old',
    );
    expect(refusal).toMatchObject({ concerns: 'server', hopeless: true, code: 535 });
    expect(lines[1]).toBe(acknowledgement);
    expect(forgotten).toBe(1);
  });

  test('are not sent to a server that takes none', async () => {
    const { refusal, lines } = await signOn('PLAIN LOGIN', {}, 'a@example.com', 'tok');
    expect(refusal).toMatchObject({ concerns: 'server', message: expect.stringContaining('but PLAIN LOGIN') });
    expect(lines.filter((line) => line.startsWith('AUTH'))).toEqual([]);
  });
});
