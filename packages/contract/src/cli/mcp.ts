import { Command } from 'commander';
import { createConfirmations, serveOwnTools } from '#mcp';
import { loadContract } from '../contract/contract.ts';
import { NO_CORPUS, readCorpus } from '../contract/corpus.ts';
import { InputError } from '../input-error.ts';
import type { ToolSession } from '../mcp/session.ts';
import { contractTools } from '../mcp/tools.ts';
import { loadPreconditions } from '../preconditions/load.ts';
import { NO_PRECONDITIONS } from '../preconditions/preconditions.ts';
import { describedBases } from '../traffic/bases.ts';
import { localDescription } from './description-file.ts';
import { journalAt } from './journal-file.ts';
import { readBase } from './options.ts';
import { readTarget, senderTo, several, type TargetOptions, withKeys } from './target.ts';
import { tellProblems } from './tell-problems.ts';

interface Options extends TargetOptions {
  target?: string;
  write?: boolean;
  base?: string[];
  preconditions?: string;
  corpus?: string;
}

export function mcpCommand(version: string): Command {
  const command = new Command('mcp')
    .description('Runs a Model Context Protocol server for assistants on standard input and output')
    .argument('<openapi>', 'file or URL of the description: OpenAPI 3.0 or 3.1, YAML or JSON')
    .option('--target <url>', 'base URL of the service that verify tests, the only one that requests go to')
    .option('--write', 'also offer verify, which creates data, and changes and deletes what it has created')
    .option('--base <url>', 'base URL of the service in recorded traffic; can be repeated', several)
    .option('--preconditions <dir>', 'directory of preconditions: data that must exist for a status')
    .option('--corpus <dir>', 'directory of valid values, <Schema>/<case>.json')
    .addHelpText('after', EXAMPLE);
  return withKeys(command).action((file: string, options: Options) => run(file, options, version));
}

const EXAMPLE = `
Without --write, nothing is sent: the tools judge HAR files, read findings, and explain and generate preconditions. Each run of
verify needs the agreement of a person. Example of an assistant's configuration:

  { "mcpServers": { "contract": { "command": "npx", "args": ["mailwright-contract", "mcp", "openapi.yaml"] } } }
`;

async function run(file: string, options: Options, version: string): Promise<void> {
  if (options.write && options.target === undefined) throw new InputError('--write requires --target URL');
  const contract = await loadContract(await localDescription(file));
  tellProblems(contract);
  const { base, target: url, preconditions, corpus } = options;
  const session: ToolSession = {
    contract,
    preconditions: preconditions ? loadPreconditions(preconditions, contract) : NO_PRECONDITIONS,
    corpus: corpus ? readCorpus(corpus) : NO_CORPUS,
    bases: base?.map(readBase) ?? [...describedBases(contract.model.document).bases, ...(url ? [readBase(url)] : [])],
    ...(options.write && url !== undefined && { service: serviceOf(file, url, options) }),
  };
  serveOwnTools({ name: 'mailwright-contract', version }, contractTools(session, createConfirmations()));
}

function serviceOf(file: string, url: string, options: Options): ToolSession['service'] {
  const target = readTarget(url, options);
  return {
    target,
    sender: senderTo(options),
    openJournal: (seed) => journalAt(undefined, { description: file, target: target.baseUrl, seed }),
  };
}
