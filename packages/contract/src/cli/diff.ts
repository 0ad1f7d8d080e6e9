import { loadDescription } from '@mailwright/codegen/description';
import { Command } from 'commander';
import { compare, strip } from '#compare';
import { localDescription } from './description-file.ts';
import { ExitCode } from './exit-code.ts';

export function diffCommand(): Command {
  return new Command('diff')
    .description('Lists what of a new description breaks clients that were made for an old one, in JSON and XML')
    .argument('<old>', 'file or URL of the description that clients know')
    .argument('<new>', 'file or URL of the description to come')
    .action(run);
}

async function run(old: string, present: string): Promise<void> {
  const [before, after] = await Promise.all([old, present].map(read));
  const differences = compare(before!, after!);
  for (const { pointer, message } of differences) console.log(`breaks  ${pointer}: ${message}`);
  const { length } = differences;
  console.log(
    length === 0 ? 'Nothing breaks clients.' : `${length} ${length === 1 ? 'change breaks' : 'changes break'} clients.`,
  );
  if (length > 0) process.exitCode = ExitCode.violated;
}

const read = async (given: string) => strip(await loadDescription(await localDescription(given)));
