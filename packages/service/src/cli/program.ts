import { styleText } from 'node:util';
import { Command } from 'commander';
import { version } from '../platform/version.ts';
import { credentialVariables } from './credentials.ts';
import { explain } from './explain.ts';
import { sendingOptions, serveOptions } from './options.ts';
import { visibleSecrets } from './secrets.ts';
import { styled } from './styled.ts';

/** Headings of help are bold; the command line removes the codes where there is no terminal. */
const helpLook = { styleTitle: (title: string) => styleText('bold', title, { validateStream: false }) };
const errorLook = {
  outputError: (text: string, write: (text: string) => void) => write(styled(process.stderr, 'red', text)),
};

function withLook(command: Command): void {
  command.configureHelp(helpLook).configureOutput(errorLook);
  for (const each of command.commands) withLook(each);
}

/** Functions that define the commands, in the order of the help. */
const commands = new Map<string, (program: Command) => Command | Promise<Command>>([
  ['serve', serveCommand],
  ['work', workCommand],
  ['setup', async () => (await import('./setup/command.ts')).setupCommand()],
  ['send', async () => (await import('./sendouts.ts')).sendCommand()],
  ['sendouts', async () => (await import('./sendouts.ts')).sendoutsCommand()],
  ['limits', async () => (await import('./limits.ts')).limitsCommand()],
  ['relays', async () => (await import('./relays.ts')).relaysCommand()],
  ['dkim', async () => (await import('./dkim.ts')).dkimCommand()],
  ['sender-domains', async () => (await import('./sender-domains.ts')).senderDomainsCommand()],
  ['account', async () => (await import('./account.ts')).accountCommand()],
  ['accounts', async () => (await import('./accounts.ts')).accountsCommand()],
  ['keys', async () => (await import('./keys.ts')).keysCommand()],
  ['operator-keys', async () => (await import('./operator-keys.ts')).operatorKeysCommand()],
  ['secrets', async () => (await import('./rotate-secrets.ts')).secretsCommand()],
  ['plan', async () => (await import('./installation.ts')).planCommand()],
  ['apply', async () => (await import('./installation.ts')).applyCommand()],
  ['pull', async () => (await import('./campaigns/commands.ts')).pullCommand()],
  ['test', async () => (await import('./campaigns/test-command.ts')).testCommand()],
  ['jobs', async () => (await import('./jobs.ts')).jobsCommand()],
  ['audit', async () => (await import('./audit.ts')).auditCommand()],
  ['import', async () => (await import('./import.ts')).importCommand()],
  ['export', async () => (await import('./export.ts')).exportCommand()],
  ['contacts', async () => (await import('./contacts.ts')).contactsCommand()],
  ['suppression', async () => (await import('./suppression.ts')).suppressionCommand()],
  ['mailings', async () => (await import('./mailings.ts')).mailingsCommand()],
  ['forms', async () => (await import('./forms.ts')).formsCommand()],
  ['sites', async () => (await import('./sites.ts')).sitesCommand()],
  ['api', async () => (await import('./api/command.ts')).apiCommand()],
  ['mcp', async () => (await import('./api/mcp.ts')).mcpCommand()],
  ['completion', async (program) => (await import('./completion.ts')).completionCommand(program)],
  ['backup', async () => (await import('./backup.ts')).backupCommand()],
  ['backup-verified', async () => (await import('./backup.ts')).backupVerifiedCommand()],
  ['restore', async () => (await import('./backup.ts')).restoreCommand()],
  ['upgrade', async () => (await import('./upgrade/command.ts')).upgradeCommand()],
  ['doctor', async () => (await import('./doctor.ts')).doctorCommand()],
  ['support-bundle', async () => (await import('./support-bundle.ts')).supportBundleCommand()],
]);

/** Describes other commands too. */
const describing = 'completion';

/**
 * The command line, ready to parse: of all commands, or of the named one alone, which starts twice as fast. An unknown name
 * counts as none, so that the answer can name the nearest.
 */
export async function createProgram(name = ''): Promise<Command> {
  const program = new Command('mailwright')
    .description('The Mailwright email-marketing platform')
    .version(version)
    .showHelpAfterError('(run with --help for usage)');
  for (const make of needed(name)) program.addCommand(await make(program));
  withLook(program);
  return program;
}

/** Returns what defines the commands that it takes to answer the first argument. */
function needed(name: string) {
  if (name === '--version' || name === '-V') return [];
  const named = name === describing ? undefined : commands.get(name);
  return named ? [named] : commands.values();
}

function serveCommand(): Command {
  const command = new Command('serve')
    .description('run the platform until it is interrupted')
    .addHelpText(
      'after',
      `
Examples:
  mailwright serve                                         on https://localhost:8443, with data in ./mailwright-data
  mailwright serve --data /var/lib/mailwright --port 443   with another port and directory
  mailwright serve --smtp smtp://user@mail.example.com:587 --smtp-password-file /etc/mailwright/smtp
  DATABASE_URL=postgres://user:secret@db.example.com/mailwright mailwright serve
  mailwright serve --demo                                  something to try: invented people, nothing is sent, reset each hour
`,
    )
    .action(async (options, command) => {
      warn(command);
      await (await import('./serve.ts')).serve(options);
    });
  for (const option of serveOptions()) command.addOption(option);
  return command;
}

function workCommand(): Command {
  const command = new Command('work')
    .description('send mails and do other background work, for services that run with --no-worker')
    .action(async (options, command) => {
      warn(command);
      await (await import('./work.ts')).work(options);
    });
  for (const option of sendingOptions()) command.addOption(option);
  return command;
}

/** Commands that go on when nobody reads their output any more. */
const servers = ['serve', 'work', 'mcp'];

export async function run(): Promise<void> {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    // The reader, such as `head`, has seen enough.
    if (!servers.includes(process.argv[2] ?? '')) process.exit();
  });
  await execute(process.argv.slice(2));
}

/** Runs one command. Describes an error that ends it, and ends the process with 1. */
export async function execute(args: readonly string[]): Promise<void> {
  try {
    Object.assign(process.env, credentialVariables(process.env));
    await (await createProgram(args[0])).parseAsync(args, { from: 'user' });
  } catch (error) {
    console.error(`${styled(process.stderr, 'red', 'mailwright:')} ${explain(error)}`);
    process.exit(1);
  }
}

function warn(command: Command): void {
  for (const line of visibleSecrets(command))
    console.error(`${styled(process.stderr, 'yellow', 'mailwright:')} ${line}`);
}
