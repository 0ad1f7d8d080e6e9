import { expect, test } from 'vitest';
import { runMailwright } from '../support/process.ts';

test.each(['--help', 'completion bash', 'api contacts'])('%s ends quietly when its reader is gone', async (line) => {
  const command = runMailwright(line.split(' '));
  command.child.stdout!.destroy();
  const { code, stderr } = await command.ended;
  expect([code, stderr]).toEqual([0, '']);
});
