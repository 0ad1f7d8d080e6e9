import { expect, onTestFinished, test } from 'vitest';
import { usedDirectory } from '../support/data-directory.ts';
import { runMailwright, startService } from '../support/process.ts';

test('the settings of an account are shown, changed and refused, beside a running service', async () => {
  const dataDir = await usedDirectory();
  const service = await startService(dataDir);
  onTestFinished(async () => {
    service.child.kill('SIGTERM');
    await service.ended;
  });
  const account = async (...args: string[]) => {
    const { code, stdout, stderr } = await runMailwright(['account', ...args, '--data', dataDir]).ended;
    return [code, stdout.trim() || stderr.trim()];
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
});
