import { join } from 'node:path';
import { createClient } from '@mailwright/client';
import { expect, test } from 'vitest';
import { usedDirectory } from '../support/data-directory.ts';
import { runMailwright, startService } from '../support/process.ts';
import { createSendout } from '../support/sendout.ts';
import { trusting } from '../support/trust.ts';

test('a mailing is sent and watched on the command line, beside the service', async () => {
  const dataDir = await usedDirectory();
  const service = await startService(dataDir);
  try {
    const { baseUrl, key } = service;
    const client = createClient({ baseUrl, apiKey: key, fetch: trusting(join(dataDir, 'tls', 'certificate.pem')) });
    const groups = await client.targetGroups.list({ page_index: 1, page_size: 10 }).orThrow();
    const group = groups.items.find(({ type }) => type === 'regular')!.id!;
    const mailing = await createSendout({ client, groupId: async () => group });
    const send = (...args: string[]) => runMailwright([...args, '--data', dataDir]).ended;
    const watched = await send('send', String(mailing), '--watch');
    expect(watched.stderr).toMatch(new RegExp(`^Account \\d+: .+\nMailing ${mailing} is queued\\.\n$`));
    expect(watched.stdout).toMatch(/done, 100 %, 6 sent, 0 failed, 0 skipped, 0 left\n$/);
    expect((await send('send', String(mailing))).stderr).toContain(`mailing ${mailing} is done and cannot be sent`);
    const { stdout } = await send('sendouts', '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ mailing, state: 'done', recipients: 6, sent: 6, open: 0 }]);
    const unfit = await createSendout({ client, groupId: async () => group });
    await client.mailings.setHtml({ mailingid: unfit, body: '<p>Nobody can leave.</p>' }).orThrow();
    const failing = await send('send', String(unfit), '--watch');
    expect([failing.code, failing.stderr]).toEqual([1, expect.stringContaining('[[LINK|UNSUBSCRIBE]]')]);
  } finally {
    service.child.kill('SIGTERM');
    await service.ended;
  }
});
