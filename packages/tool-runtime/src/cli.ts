/** Command lines of an API. */
import { Command } from 'commander';
import { schemeAccess } from './access.ts';
import type { ToolApi } from './api.ts';
import { operationsCommand } from './command.ts';

export { type Access, withAccess } from './access.ts';
export { type OperationsCommandOptions, operationsCommand } from './command.ts';

/** Runs the command line of an API with the arguments of the process. A failure is one line, and exit status 1. */
export async function runCommandLine(api: ToolApi): Promise<void> {
  const command = new Command(api.name).description(`${api.title} ${api.version}`).showHelpAfterError();
  const examples = `
An operation with --help shows its parameters, its body and the options of the service.
`;
  try {
    await operationsCommand(command, api, { call: api.name, access: schemeAccess(api), examples }).parseAsync();
  } catch (error) {
    console.error(`${api.name}: ${(error as Error).message}`);
    process.exitCode = 1;
  }
}
