import { rmSync } from 'node:fs';
import { Command } from 'commander';
import { loadContract } from '../contract/contract.ts';
import { waitUntilReachable } from '../exchange/reachable.ts';
import { readJournal } from '../ownership/journal.ts';
import { leftByKind } from '../report/left.ts';
import { cleanUp } from '../run/clean-up.ts';
import { localDescription } from './description-file.ts';
import { ExitCode } from './exit-code.ts';
import { readTarget, senderTo, type TargetOptions, withKeys } from './target.ts';

interface Options extends TargetOptions {
  target?: string;
  openapi?: string;
}

export function cleanUpCommand(): Command {
  const command = new Command('clean-up')
    .description('Deletes what a run of verify has made that was killed, and lists what cannot be deleted')
    .argument('<journal>', 'the file that verify has named')
    .option('--target <url>', 'base URL of the service; the default is that of the run')
    .option('--openapi <file>', 'file or URL of the description; the default is that of the run');
  return withKeys(command).action(run);
}

const PATIENCE = 5_000;

async function run(file: string, options: Options): Promise<void> {
  const remains = readJournal(file);
  const target = readTarget(options.target ?? remains.run.target, options);
  const sender = senderTo(options);
  await waitUntilReachable(target.baseUrl, PATIENCE);
  const fetching = { sender, baseUrl: target.baseUrl, credentials: target.credentials };
  const contract = await loadContract(await localDescription(options.openapi ?? remains.run.description, fetching));
  const left = await cleanUp(remains, contract, target, sender);
  sender.close();
  if (left.length === 0) {
    rmSync(file);
    console.log('All that the run had made is deleted.');
    return;
  }
  console.log([`Not deleted (${left.length}):`, ...leftByKind(left).map((each) => `    ${each}`)].join('\n'));
  process.exitCode = ExitCode.violated;
}
