import { expect, test } from 'vitest';
import { type CommandEnd, type RunOptions, runCommand } from './run-command.ts';

const minute = 60_000;

test.each<[string, string, RunOptions, Partial<CommandEnd>]>([
  ['success', 'console.log("fine")', { collect: true, silenceMillis: minute }, { status: 0, output: 'fine\n' }],
  [
    'a failure',
    'console.error("why"); process.exit(3)',
    { collect: true, silenceMillis: minute },
    { status: 3, output: 'why\n' },
  ],
  [
    'a command without progress is killed',
    'setInterval(() => {}, 1000)',
    { silenceMillis: 1 },
    { status: undefined, stuck: true },
  ],
  [
    'a message to the parent is possible',
    'process.send("progress"); process.disconnect()',
    { silenceMillis: minute },
    { status: 0, stuck: false },
  ],
])('%s', async (_, program, options, wanted) => {
  expect(await runCommand(process.execPath, ['-e', program], options)).toMatchObject(wanted);
});
