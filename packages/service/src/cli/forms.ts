import { Command, InvalidArgumentError, Option } from 'commander';
import { type Language, languages } from '../platform/text/language.ts';
import { type JsonOptions, jsonOption, printJson } from './json.ts';
import { administrate, changeAccount } from './operator.ts';
import { accountOption, collect, type DataOptions, dataOptions, integer } from './options.ts';
import { printable } from './printable.ts';

type FormOptions = DataOptions & JsonOptions & { account?: number };
interface AddOptions extends FormOptions {
  consent: string;
  title?: string;
  language?: Language;
  field: string[];
  required: string[];
  topic: [field: string, label: string][];
  value: [field: string, text: string][];
  doubleOptIn: boolean;
  doiPlus?: boolean;
  doiMailing?: string;
  origin: string[];
  thanks?: string;
  thanksUrl?: string;
  hourlyLimit?: number;
}

/** `mailwright forms`: forms with which people subscribe. Works beside a running service. */
export function formsCommand(): Command {
  const forms = new Command('forms').description('manage the forms with which people subscribe');
  forms.addCommand(addCommand());
  forms.addCommand(
    withPlace(new Command('list'))
      .description('list the forms with the addresses of their pages')
      .action(async (options: FormOptions) => {
        const listed = await administrate(options, 'listForms', { account: options.account });
        if (options.json) return printJson(listed);
        for (const { id, name, url, active } of listed) {
          console.log(`${id}  ${printable(name)}  ${url}${active ? '' : '  (not active)'}`);
        }
      }),
  );
  forms.addCommand(
    withPlace(new Command('remove'))
      .description('remove a form; contacts stay as they are')
      .argument('<id>', 'id of the form, as listed', integer)
      .action(async (id: number, options: FormOptions) => {
        await changeAccount(options, 'removeForm', { account: options.account, id });
        if (options.json) printJson({ id });
      }),
  );
  return forms;
}

function addCommand(): Command {
  return withPlace(new Command('add'))
    .description('add a form and print the address of its page')
    .argument('<name>', 'name for the account; people do not see it')
    .requiredOption('--consent <text>', 'what people agree to')
    .option('--title <text>', 'heading of the page')
    .addOption(new Option('--language <code>', 'language of the page; the default is English').choices(languages))
    .option('--field <name>', 'contact field that people may fill in; can be repeated', collect, [])
    .option('--required <name>', 'contact field that people must fill in; can be repeated', collect, [])
    .option('--topic <field=label>', 'boolean field that people can choose; can be repeated', collectPair, [])
    .option('--value <field=text>', 'value that everybody gets; can be repeated', collectPair, [])
    .option('--no-double-opt-in', 'subscribe people without a confirmation by mail')
    .option('--doi-plus', 'also ask for single-person tracking')
    .option('--doi-mailing <key>', 'key of the confirmation mailing; the default is "default"')
    .option('--origin <origin>', 'site whose scripts may send the form; can be repeated', collect, [])
    .option('--thanks <text>', 'text after the sign-up')
    .option('--thanks-url <url>', 'page that follows the sign-up instead')
    .option('--hourly-limit <n>', 'sign-ups per hour; the default is 500', integer)
    .addHelpText(
      'after',
      `
Examples:
  mailwright forms add "Web site" --consent "I would like to receive the newsletter." --field FIRSTNAME
  mailwright forms add Shop --consent "I agree." --topic "OFFERS=Our offers" --origin https://shop.example.com
`,
    )
    .action(async (name: string, options: AddOptions) => {
      const form = await changeAccount(options, 'addForm', { account: options.account, draft: toDraft(name, options) });
      if (options.json) printJson(form);
      else console.log(`${form.id}  ${form.url}`);
    });
}

function toDraft(name: string, options: AddOptions) {
  const { consent, title, language, doubleOptIn, doiPlus, doiMailing, thanks, thanksUrl, hourlyLimit } = options;
  return {
    name,
    consent,
    fields: [
      ...options.required.map((field) => ({ name: field, required: true })),
      ...options.field.map((field) => ({ name: field })),
    ],
    topics: options.topic.map(([field, label]) => ({ field, label })),
    values: options.value.map(([field, text]) => ({ field, text })),
    double_opt_in: doubleOptIn,
    origins: options.origin,
    ...(title !== undefined && { title }),
    ...(language && { language }),
    ...(doiPlus && { doi_plus: true }),
    ...(doiMailing !== undefined && { doi_mailing: doiMailing }),
    ...(thanks !== undefined && { thanks }),
    ...(thanksUrl !== undefined && { thanks_url: thanksUrl }),
    ...(hourlyLimit !== undefined && { hourly_limit: hourlyLimit }),
  };
}

function collectPair(text: string, before: [string, string][]): [string, string][] {
  const at = text.indexOf('=');
  if (at < 1 || at === text.length - 1) throw new InvalidArgumentError('It must have the form FIELD=text.');
  return [...before, [text.slice(0, at), text.slice(at + 1)]];
}

function withPlace(command: Command): Command {
  for (const option of dataOptions()) command.addOption(option);
  return command.addOption(accountOption()).addOption(jsonOption());
}
