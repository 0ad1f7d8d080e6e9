import { Command, Option } from 'commander';
import type { CheckCommandOptions } from './check-mailing.ts';
import type { EditOptions, NewMailingOptions, PreviewOptions } from './edit-mailing.ts';
import { jsonOption } from './json.ts';
import type { ListOptions, ShowOptions } from './list-mailings.ts';
import { accountOption, type DataOptions, dataOptions, integer, numberUpTo } from './options.ts';

/** `mailwright mailings`: mailings on the command line. Works beside a running service. */
export function mailingsCommand(): Command {
  const mailings = new Command('mailings').description('create, edit, preview, test, check, list and show mailings');
  mailings.addCommand(
    withParts(new Command('create'))
      .description('create a draft')
      .argument('<name>', 'name of the mailing, unique in the account')
      .addOption(
        new Option('--type <type>', 'type of the mailing').choices(['regular', 'trigger', 'doi']).default('regular'),
      )
      .addHelpText(
        'after',
        `
Examples:
  mailwright mailings create Spring --subject "Spring has come" --sender news@example.com --html page.html --target-group 1
  pandoc news.md | mailwright mailings create News --subject "The news" --html -
`,
      )
      .action(async (name: string, options: NewMailingOptions) =>
        (await import('./edit-mailing.ts')).createMailing(name, options),
      ),
  );
  mailings.addCommand(
    withParts(new Command('edit'))
      .description('change parts of a mailing; the others stay as they are')
      .argument('<id>', 'id of the mailing', integer)
      .option('--name <name>', 'name of the mailing, unique in the account')
      .addHelpText(
        'after',
        '\nExamples:\n  mailwright mailings edit 17 --html page.html --text page.txt\n  mailwright mailings edit 17 --subject "Hello [[CONTACT|FIRSTNAME|friend]]"\n',
      )
      .action(async (id: number, options: EditOptions) => (await import('./edit-mailing.ts')).editMailing(id, options)),
  );
  mailings.addCommand(
    withPlace(new Command('preview'))
      .description('print a mailing as a contact would get it; by default the first contact of its target group')
      .argument('<id>', 'id of the mailing', integer)
      .option('--contact <contact>', 'id or email address of the contact')
      .option('--html', 'print the HTML instead of the headers and the text')
      .addHelpText(
        'after',
        '\nExamples:\n  mailwright mailings preview 17 --contact ada@example.org\n  mailwright mailings preview 17 --html > page.html\n',
      )
      .action(async (id: number, options: PreviewOptions) =>
        (await import('./edit-mailing.ts')).previewMailing(id, options),
      ),
  );
  mailings.addCommand(
    withPlace(new Command('test'))
      .description('send a mailing to one address; the mail counts in no report')
      .argument('<id>', 'id of the mailing', integer)
      .argument('<email>', 'email address; the fields of a contact with it are filled in')
      .addHelpText('after', '\nExample:\n  mailwright mailings test 17 ada@example.org\n')
      .action(async (id: number, email: string, options: DataOptions & { account?: number; json?: boolean }) =>
        (await import('./edit-mailing.ts')).testMailing(id, email, options),
      ),
  );
  mailings.addCommand(
    withPlace(new Command('list'))
      .description('list mailings, newest first')
      .option('--state <list>', 'only mailings in these states, such as draft,failed', (text) => text.split(','), [])
      .option('--limit <n>', 'maximum number of mailings', numberUpTo(10_000), 20)
      .addHelpText(
        'after',
        '\nExamples:\n  mailwright mailings list\n  mailwright mailings list --state draft,scheduled --limit 100\n  mailwright mailings list --state failed --json\n',
      )
      .action(async (options: ListOptions) => (await import('./list-mailings.ts')).listMailings(options)),
  );
  mailings.addCommand(
    withPlace(new Command('show'))
      .description('show the contents of a mailing, what is missing, its check results, and its history')
      .argument('<id>', 'id of the mailing', integer)
      .addHelpText('after', '\nExamples:\n  mailwright mailings show 17\n  mailwright mailings show 17 --json\n')
      .action(async (id: number, options: ShowOptions) =>
        (await import('./list-mailings.ts')).showMailing(id, options),
      ),
  );
  mailings.addCommand(
    withPlace(new Command('check'))
      .description('run the quality checks of a mailing; exits with status 1 if a check has failed')
      .argument('<id>', 'id of the mailing', integer)
      .option('--only <list>', 'checks to run, such as link,image; the default is all', (text) => text.split(','))
      .addHelpText(
        'after',
        '\nExamples:\n  mailwright mailings check 17\n  mailwright mailings check 17 --only link,image\n  mailwright mailings check 17 --json | jq .checks\n',
      )
      .action(async (id: number, options: CheckCommandOptions) =>
        (await import('./check-mailing.ts')).checkMailing(id, options),
      ),
  );
  return mailings;
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(accountOption()).addOption(jsonOption());
}

/** Options for the parts of a mailing; the subject is needed to create one. */
function withParts(command: Command): Command {
  return withPlace(command)
    .addOption(new Option('--subject <text>', 'subject').makeOptionMandatory(command.name() === 'create'))
    .option('--sender <address>', 'sender address')
    .option('--sender-alias <name>', 'name of the sender')
    .option('--preview-text <text>', 'text that mail programs show after the subject')
    .option('--html <file>', 'file with the HTML, - for standard input')
    .option('--text <file>', 'file with the text, - for standard input')
    .option('--target-group <id>', 'id of the target group', integer);
}
