import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandLine } from '../support/command-line.ts';
import { usedDirectory } from '../support/data-directory.ts';
import { freshDirectory, startService } from '../support/process.ts';
import { trusting } from '../support/trust.ts';

test('the settings of an account are shown, changed and refused, beside a running service', async () => {
  const dataDir = await usedDirectory();
  const service = await startService(dataDir);
  onTestFinished(async () => {
    service.child.kill('SIGTERM');
    await service.ended;
  });
  const account = async (...args: string[]) => {
    const { code, stdout, stderr } = await commandLine(['account', ...args, '--data', dataDir]);
    return [code, stdout.trim() || stderr.replace(/^Account \d+: .+\n/, '').trim()];
  };
  expect(await account()).toEqual([0, 'Account 1: Demo, time zone UTC']);
  expect(await account('--time-zone', 'Europe/Berlin')).toEqual([0, 'Account 1: Demo, time zone Europe/Berlin']);
  expect(await account('--time-zone', 'Mars/Olympus')).toEqual([
    1,
    'mailwright: there is no time zone "Mars/Olympus"; use a name such as Europe/Berlin',
  ]);
  expect(await account('--account', '7')).toEqual([1, 'mailwright: there is no account 7; there are: 1 (Demo)']);
  const shown = 'Account 1: Demo, time zone Europe/Berlin';
  expect(await account('--profile-fields', 'LASTNAME, FIRSTNAME')).toEqual([
    0,
    `${shown}\nProfile page: LASTNAME, FIRSTNAME`,
  ]);
  expect(await account('--profile-fields', 'FIRSTNAME,SHOES')).toEqual([
    1,
    'mailwright: "SHOES" is neither a standard field nor a custom field of the account',
  ]);
  expect(await account('--profile-fields', '')).toEqual([0, shown]);
  const demanding = [0, `${shown}\nRegular mailings are sent only if they have been approved.`];
  expect(await account('--demand-approval')).toEqual(demanding);
  expect(await account()).toEqual(demanding);
  expect(await account('--no-demand-approval')).toEqual([0, shown]);
  expect(await account('--sign-off-above', '5000')).toEqual([
    0,
    `${shown}\nTwo users must stand for sendouts with more than 5000 recipients.`,
  ]);
  expect(await account('--sign-off-above', 'off')).toEqual([0, shown]);
  expect((await account('--sign-off-above', '0'))[0]).toBe(1);
  const factor = [0, `${shown}\nUsers need a second factor.`];
  expect(await account('--demand-second-factor')).toEqual(factor);
  expect(await account('--no-demand-second-factor')).toEqual([0, shown]);
  const logo = join(dataDir, 'logo.gif');
  writeFileSync(logo, 'GIF89a-logo');
  expect(await account('--logo', logo, '--color', '#8a1c4a', '--brand-name', 'Garden')).toEqual([
    0,
    expect.stringMatching(
      /\nPublic pages: Garden, logo \/media\/[0-9a-f]{32}, colors #8a1c4a, #b46e8b \(dark pages\)$/,
    ),
  ]);
  expect(await account('--color', '#ffcc00')).toEqual([
    1,
    'mailwright: color "#ffcc00" has a contrast of 1.5 to 1 on the light page, but text needs 4.5 to 1; #8f7200 has it',
  ]);
  expect(await account('--logo', join(dataDir, 'none.gif'))).toEqual([1, expect.stringContaining('none.gif')]);
  expect(await account('--logo', '', '--color', '', '--brand-name', '')).toEqual([0, shown]);
  expect(await account('--name', ' Shop ')).toEqual([0, 'Account 1: Shop, time zone Europe/Berlin']);
  expect(await account('--name', ' ')).toEqual([1, 'mailwright: an account needs a name of at most 100 characters']);
});

test('a first account of its own name and without sample data has a target group with everybody', async () => {
  const dataDir = freshDirectory();
  const service = await startService(dataDir, ['--empty', '--name', 'Shop', '--sender-domain', 'news.shop.example']);
  onTestFinished(async () => {
    service.child.kill('SIGTERM');
    await service.ended;
  });
  const api = async (path: string) => {
    const headers = { authorization: `Bearer ${service.key}` };
    return (
      await trusting(join(dataDir, 'tls', 'certificate.pem'))(new Request(service.baseUrl + path, { headers }))
    ).text();
  };
  expect(await api('/contacts/count')).toContain('<count>0</count>');
  expect(await api('/targetgroups?page_index=1&page_size=10')).toContain('<name>Everybody</name>');
  const { stdout } = await commandLine(['account', '--data', dataDir], { MAILWRIGHT_ACCOUNT: '1' });
  expect(stdout).toBe('Account 1: Shop, time zone UTC\n');
});
