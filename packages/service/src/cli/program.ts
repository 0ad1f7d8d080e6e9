import { styleText } from 'node:util';
import { Command } from 'commander';
import { accountCommand } from './account.ts';
import { accountsCommand } from './accounts.ts';
import { apiCommand } from './api/command.ts';
import { mcpCommand } from './api/mcp.ts';
import { auditCommand } from './audit.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { completionCommand } from './completion.ts';
import { contactsCommand } from './contacts.ts';
import { dkimCommand } from './dkim.ts';
import { doctorCommand } from './doctor.ts';
import { explain } from './explain.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys.ts';
import { limitsCommand } from './limits.ts';
import { mailingsCommand } from './mailings.ts';
import { sendingOptions, serveOptions } from './options.ts';
import { visibleSecrets } from './secrets.ts';
import { sendCommand, sendoutsCommand } from './sendouts.ts';
import { sitesCommand } from './sites.ts';
import { styled } from './styled.ts';
import { version } from './version.ts';

/** Headings of help are bold; the command line removes the codes where there is no terminal. */
const helpLook = { styleTitle: (title: string) => styleText('bold', title, { validateStream: false }) };
const errorLook = {
  outputError: (text: string, write: (text: string) => void) => write(styled(process.stderr, 'red', text)),
};

function withLook(command: Command): void {
  command.configureHelp(helpLook).configureOutput(errorLook);
  for (const each of command.commands) withLook(each);
}

/** The command line, ready to parse. */
export function createProgram(): Command {
  const program = new Command('mailwright')
    .description('The Mailwright email-marketing platform')
    .version(version)
    .showHelpAfterError('(run with --help for usage)');

  const serveCommand = program
    .command('serve')
    .description('run the platform until it is interrupted')
    .addHelpText(
      'after',
      `
Examples:
  mailwright serve                                         on https://localhost:8443, with data in ./mailwright-data
  mailwright serve --data /var/lib/mailwright --port 443   with another port and directory
  mailwright serve --smtp smtp://user@mail.example.com:587 --smtp-password-file /etc/mailwright/smtp
  DATABASE_URL=postgres://user:secret@db.example.com/mailwright mailwright serve
`,
    )
    // The other commands start twice as fast without it.
    .action(async (options, command) => {
      warn(command);
      await (await import('./serve.ts')).serve(options);
    });
  for (const option of serveOptions()) serveCommand.addOption(option);

  const workCommand = program
    .command('work')
    .description('send mails and do other background work, for services that run with --no-worker')
    .action(async (options, command) => {
      warn(command);
      await (await import('./work.ts')).work(options);
    });
  for (const option of sendingOptions()) workCommand.addOption(option);
  program.addCommand(sendCommand());
  program.addCommand(sendoutsCommand());
  program.addCommand(limitsCommand());
  program.addCommand(dkimCommand());
  program.addCommand(accountCommand());
  program.addCommand(accountsCommand());
  program.addCommand(keysCommand());
  program.addCommand(auditCommand());
  program.addCommand(importCommand());
  program.addCommand(exportCommand());
  program.addCommand(contactsCommand());
  program.addCommand(mailingsCommand());
  program.addCommand(sitesCommand());
  program.addCommand(apiCommand());
  program.addCommand(mcpCommand());
  program.addCommand(completionCommand(program));
  program.addCommand(backupCommand());
  program.addCommand(restoreCommand());
  program.addCommand(doctorCommand());
  withLook(program);
  return program;
}

/** Commands that go on when nobody reads their output any more. */
const servers = ['serve', 'work', 'mcp'];

export async function run(): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    // The reader, such as `head`, has seen enough.
    if (!servers.includes(process.argv[2] ?? '')) process.exit();
  });
  try {
    await createProgram().parseAsync();
  } catch (error) {
    console.error(`${styled(process.stderr, 'red', 'mailwright:')} ${explain(error)}`);
    process.exit(1);
  }
}

function warn(command: Command): void {
  for (const line of visibleSecrets(command))
    console.error(`${styled(process.stderr, 'yellow', 'mailwright:')} ${line}`);
}
