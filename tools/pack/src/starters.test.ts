import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workspaces } from './workspaces.ts';

const commands = [...workspaces().values()].flatMap(({ directory, manifest }) =>
  Object.entries(manifest.bin ?? {}).map(([command, file]): [string, string] => [command, join(directory, file)]),
);

const run = (...args: string[]) =>
  new Promise<[status: number, output: string, errors: string]>((resolve) =>
    execFile(process.execPath, args, (error, output, errors) => resolve([Number(error?.code ?? 0), output, errors])),
  );

test.each(commands)('%s starts from its source, or says why it cannot', async (command, file) => {
  const [status, output] = await run(file, '--help');
  expect([status, output]).toEqual([0, expect.stringContaining(command)]);
  // A Node that does not strip types is one like Node 20, but for its version.
  expect(await run('--no-strip-types', file, '--help')).toEqual([
    1,
    '',
    `${command} needs Node 22.18 or newer to run from its source, and this is Node ${process.versions.node}: "npx ${command}" uses the one that "npm ci" has installed.\n`,
  ]);
});
