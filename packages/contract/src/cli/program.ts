import { readFileSync } from 'node:fs';
import { styleText } from 'node:util';
import { Command, CommanderError } from 'commander';
import { checkCommand } from './check.ts';
import { cleanUpCommand } from './clean-up.ts';
import { diffCommand } from './diff.ts';
import { ExitCode, exitCodeOf, messageOf } from './exit-code.ts';
import { explainCommand } from './explain.ts';
import { jsonCommand } from './json.ts';
import { mcpCommand } from './mcp.ts';
import { mockCommand } from './mock.ts';
import { recordCommand } from './record.ts';
import { verifyCommand } from './verify.ts';
import { workflowsCommand } from './workflows.ts';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

const EXAMPLES = `
To begin, with a service that publishes its description, or with a file of it:

  mailwright-contract verify --target http://localhost:8080 --yes
  mailwright-contract verify openapi.yaml --target http://localhost:8080 --yes --report junit=contract.xml

--yes confirms that data of the service may be created, changed and deleted; what a run creates it deletes at the end.
"mailwright-contract help verify" shows all options.
`;

/** Runs a command and returns its exit code. Describes errors that the user can repair in a sentence. */
export async function run(args: readonly string[]): Promise<number> {
  const program = new Command('mailwright-contract')
    .description('Contract tests and mock server for OpenAPI descriptions with XML or JSON')
    .version(version)
    .addHelpText('after', EXAMPLES)
    .addCommand(mockCommand())
    .addCommand(verifyCommand())
    .addCommand(checkCommand())
    .addCommand(recordCommand())
    .addCommand(explainCommand())
    .addCommand(workflowsCommand())
    .addCommand(jsonCommand())
    .addCommand(cleanUpCommand())
    .addCommand(diffCommand())
    .addCommand(mcpCommand(version));
  for (const command of [program, ...program.commands]) command.exitOverride();
  try {
    await program.parseAsync(args, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    const code = exitCodeOf(error);
    if (code === ExitCode.fault) console.error(error);
    else if (!(error instanceof CommanderError))
      console.error(styleText('red', messageOf(error as Error), { stream: process.stderr }));
    return code;
  }
}
