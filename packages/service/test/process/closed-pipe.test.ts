import { expect, test } from 'vitest';
import { runMailwright } from '../support/process.ts';

test.each([['--help'], ['completion', 'bash'], ['api', 'contacts']])(
  '%s %s ends quietly when its reader is gone',
  async (...args) => {
    const command = runMailwright(args.filter(Boolean));
    command.child.stdout!.destroy();
    const { code, stderr } = await command.ended;
    expect([code, stderr]).toEqual([0, '']);
  },
);
