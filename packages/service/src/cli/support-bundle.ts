import { writeFileSync } from 'node:fs';
import { availableParallelism, freemem, release, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { Command } from 'commander';
import { version } from '../platform/version.ts';
import { openOperator } from './operator.ts';
import { type DataOptions, dataOptions, serveOptions } from './options.ts';

/** `mailwright support-bundle`: a file to attach to a question. Works beside a running service. */
export function supportBundleCommand(): Command {
  const command = new Command('support-bundle')
    .description(
      'write a JSON file with versions, sizes, states and counts, for a question to others; it contains no personal data, names or secrets',
    )
    .argument('<file>', 'file to create')
    .addHelpText('after', '\nExample:\n  mailwright support-bundle support.json\n')
    .action(write);
  for (const option of dataOptions()) command.addOption(option);
  return command;
}

async function write(file: string, options: DataOptions): Promise<void> {
  const operator = await openOperator(options);
  try {
    const bundle = {
      written: new Date().toISOString(),
      machine: machine(),
      ...(await operator.ask('supportFacts', {})),
    };
    writeFileSync(resolve(file), `${JSON.stringify(bundle, null, 2)}\n`, { flag: 'wx' });
  } finally {
    await operator.close();
  }
  console.log(`Written: ${file}. Read it before you give it away.`);
}

function machine() {
  const known = serveOptions().flatMap(({ envVar }) => envVar ?? []);
  return {
    mailwright: version,
    node: process.versions.node,
    platform: `${process.platform} ${process.arch} ${release()}`,
    processors: availableParallelism(),
    memoryBytes: totalmem(),
    freeMemoryBytes: freemem(),
    // Only which options are set in the environment: values may contain names and secrets.
    variables: known.filter((name) => Object.hasOwn(process.env, name)),
  };
}
