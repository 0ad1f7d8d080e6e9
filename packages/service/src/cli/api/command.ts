import { Command, InvalidArgumentError, Option } from 'commander';
import { type JsonOptions, jsonOption, printJson } from '../json.ts';
import { version } from '../version.ts';
import { readBody } from './body.ts';
import type { CallResult, ServiceOptions } from './call.ts';
import { type ApiOperation, type Parameter, readOperations } from './description.ts';

const examples = `
Without an operation this lists what there is:
  mailwright api                          the groups of operations
  mailwright api contacts                 the operations of one group
  mailwright api contacts get --help      parameters and body of an operation

Examples:
  mailwright api ping ping-get
  mailwright api contacts get-by-email ada.moreau@example.com --standard-field FIRSTNAME --json
  mailwright api mailings create --name Spring --subject "Spring is here"
  mailwright api mailings set-html 7 --body page.html
  mailwright api contact-filters create --body '{"name": "All", "rules": []}'
`;

/** `mailwright api`: every operation of the description as a command, against a running service. */
export function apiCommand(): Command {
  return new Command('api')
    .description('call an API operation of a running service')
    .argument('[group]', 'group of operations, such as contacts')
    .argument('[operation]', 'operation of the group, such as get-by-email')
    .argument('[arguments...]', 'parameters of the operation')
    .addOption(jsonOption())
    .allowUnknownOption()
    .helpOption(false)
    .action(async (group: string | undefined, name: string | undefined, _: string[], { json }, command: Command) => {
      // The option of the operation has the same name; this command has taken it.
      await run(group, name, [...command.args.slice(2), ...(json ? ['--json'] : [])], command);
    });
}

async function run(group: string | undefined, name: string | undefined, rest: string[], command: Command) {
  const operations = readOperations();
  const { json } = command.opts<JsonOptions>();
  if (group === undefined || group.startsWith('-')) return listGroups(operations, command, json);
  const ofGroup = operations.filter((operation) => operation.group === group);
  if (ofGroup.length === 0) throw unknown('group', group, new Set(operations.map((operation) => operation.group)));
  if (name === undefined || name.startsWith('-')) return listOperations(ofGroup, json);
  const operation = ofGroup.find((candidate) => candidate.name === name);
  if (!operation)
    throw unknown(
      `operation of ${group}`,
      name,
      ofGroup.map((candidate) => candidate.name),
    );
  await operationCommand(operation).parseAsync(rest, { from: 'user' });
}

function unknown(what: string, given: string, known: Iterable<string>): Error {
  return new Error(`There is no ${what} "${given}". Available: ${[...known].join(', ')}.`);
}

function listGroups(operations: readonly ApiOperation[], command: Command, json = false): void {
  const counts = new Map<string, number>();
  for (const { group } of operations) counts.set(group, (counts.get(group) ?? 0) + 1);
  if (json) {
    printJson(Array.from(counts, ([group, count]) => ({ group, operations: count })));
    return;
  }
  console.log(`${command.helpInformation()}${examples}\nGroups:`);
  for (const [group, count] of counts) console.log(`  ${group.padEnd(26)}${count} operations`);
}

function listOperations(operations: readonly ApiOperation[], json = false): void {
  if (json) {
    printJson(operations.map(({ name, summary, method, path }) => ({ name, summary, method, path })));
    return;
  }
  const width = Math.max(...operations.map(({ name }) => name.length)) + 2;
  for (const { name, summary } of operations) console.log(`${name.padEnd(width)}${summary}`);
}

/** The options of a service that is called. */
export function serviceOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--url <url>', 'base URL of the service').env('MAILWRIGHT_URL').default('https://localhost:8443'),
    )
    .addOption(new Option('--key <key>', 'API key; visible to other users in the process list').env('MAILWRIGHT_KEY'))
    .addOption(new Option('--key-file <file>', 'file that contains the API key').env('MAILWRIGHT_KEY_FILE'))
    .option('--ca <file>', 'certificate to trust, in PEM format; the default is that of a service on this machine')
    .addOption(
      new Option('--data <dir>', 'data directory of a service on this machine')
        .env('MAILWRIGHT_DATA')
        .default('mailwright-data'),
    );
}

/** One operation as a command: path parameters as arguments, others as options. */
function operationCommand(operation: ApiOperation): Command {
  const command = serviceOptions(new Command(`mailwright api ${operation.group} ${operation.name}`))
    .description([operation.summary, operation.description].filter(Boolean).join('\n\n'))
    .version(version, '--version')
    .showHelpAfterError('(run with --help for usage)');
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  for (const { name, description } of inPath) command.argument(`<${name}>`, description);
  for (const parameter of operation.parameters) if (parameter.in !== 'path') command.addOption(optionOf(parameter));
  if (operation.body) {
    const option = new Option(
      '--body <body>',
      `${bodyHelp(operation)}; a file, - for standard input, or the text itself`,
    );
    command.addOption(option.makeOptionMandatory(operation.body.required));
  }
  command.option('--json', 'print the response as JSON');
  return command.action(async (...given: unknown[]) => {
    const options = command.opts<ServiceOptions & { json?: boolean; body?: string }>();
    const parameters = new Map<string, unknown>();
    for (const [index, { name }] of inPath.entries()) parameters.set(name, given[index]);
    for (const parameter of operation.parameters) {
      const value = command.getOptionValue(optionOf(parameter).attributeName());
      if (parameter.in !== 'path' && value !== undefined) parameters.set(parameter.name, value);
    }
    const body = options.body === undefined ? undefined : readBody(operation, options.body);
    // The other commands start faster without the client.
    const { connectTo } = await import('./call.ts');
    print(await connectTo(options)(operation, { parameters, body }), options.json === true);
  });
}

const bodyHelp = ({ body }: ApiOperation): string => {
  const types = body!.mediaTypes.map((type) => (/[/+]xml$/.test(type) ? 'XML or JSON' : type));
  return `body: ${[...new Set(types.filter((type, _, all) => !type.endsWith('json') || all.length === 1))].join(', ')}`;
};

const reserved: ReadonlySet<string> = new Set([
  'url',
  'key',
  'key-file',
  'ca',
  'data',
  'json',
  'body',
  'help',
  'version',
]);

function optionOf({ name, description, required, schema }: Parameter): Option {
  const own = name
    .toLowerCase()
    .replaceAll('_', '-')
    .replaceAll(/[^a-z0-9-]/g, '');
  const flag = reserved.has(own) ? `param-${own}` : own;
  const value = schema.type === 'array' ? '<values...>' : `<${schema.type ?? 'value'}>`;
  const option = new Option(`--${flag} ${value}`, description).makeOptionMandatory(required);
  const { enum: choices } = schema;
  if (!choices) return option;
  return option.choices(choices.map(String)).argParser((text: string) => {
    if (choices.map(String).includes(text)) return text;
    throw new InvalidArgumentError(`It must be ${choices.join(', ')}.`);
  });
}

/** The body to the standard output; a refusal is an error. */
function print({ ok, status, text, value }: CallResult, asJson: boolean): void {
  if (!ok) throw new Error(`${status}: ${messageOf(value) ?? (text || 'no message')}`);
  if (asJson) printJson(text === '' ? null : value);
  else if (text !== '') console.log(text);
}

const messageOf = (value: unknown): string | undefined => (value as { message?: string } | undefined)?.message;
