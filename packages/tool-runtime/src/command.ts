import { Command, InvalidArgumentError, Option } from 'commander';
import { type Access, attributeOf, toFlag, withAccess } from './access.ts';
import { type ToolApi, type ToolOperation, type ToolParameter, titleOf } from './api.ts';
import { readBody } from './body.ts';
import type { CallResult } from './call.ts';

export interface OperationsCommandOptions {
  /** How the command is called, for its help: `mailwright api`. */
  call: string;
  access: Access;
  /** Follows the usage. */
  examples?: string;
}

/**
 * Makes a command of an API: `pets get-pet 7` calls an operation, path parameters are arguments, others are options. Without an
 * operation it lists what there is.
 */
export function operationsCommand(command: Command, api: ToolApi, options: OperationsCommandOptions): Command {
  const isSingle = new Set(api.operations.map(({ group }) => group)).size === 1;
  if (!isSingle) command.argument('[group]', 'group of operations');
  return command
    .argument('[operation]', isSingle ? 'operation' : 'operation of the group')
    .argument('[arguments...]', 'parameters of the operation')
    .option('--json', 'print one JSON document')
    .allowUnknownOption()
    .helpOption(false)
    .action(async () => {
      const [group, ...rest] = isSingle ? [api.operations[0]!.group, ...command.args] : command.args;
      // The option of the operation has the same name; this command has taken it.
      const { json = false } = command.opts<{ json?: boolean }>();
      await run(api, options, { command, isSingle, group, rest, json });
    });
}

interface Given {
  command: Command;
  isSingle: boolean;
  group: string | undefined;
  rest: string[];
  json: boolean;
}

async function run(api: ToolApi, options: OperationsCommandOptions, given: Given): Promise<void> {
  const { command, isSingle, group, rest, json } = given;
  const { operations } = api;
  const print = (text: string) => console.log(text);
  const usage = `${command.helpInformation()}${options.examples ?? ''}`;
  if (group === undefined || group.startsWith('-')) return print(listGroups(operations, usage, json));
  const ofGroup = operations.filter((operation) => operation.group === group);
  if (ofGroup.length === 0) throw unknown('group', group, new Set(operations.map((each) => each.group)));
  const [name, ...args] = rest;
  if (name === undefined || name.startsWith('-'))
    return print(`${isSingle && !json ? `${usage}\nOperations:\n` : ''}${listOperations(ofGroup, json)}`);
  const operation = ofGroup.find((each) => each.name === name);
  const names = ofGroup.map((each) => each.name);
  if (!operation) throw unknown(isSingle ? 'operation' : `operation of ${group}`, name, names);
  const called = [options.call, ...(isSingle ? [] : [group]), name].join(' ');
  const parsed = [...args, ...(json ? ['--json'] : [])];
  await operationCommand(api, operation, new Command(called), options).parseAsync(parsed, { from: 'user' });
}

function unknown(what: string, given: string, known: Iterable<string>): Error {
  return new Error(`There is no ${what} "${given}". Available: ${[...known].join(', ')}.`);
}

function listGroups(operations: readonly ToolOperation[], usage: string, json: boolean): string {
  const counts = new Map<string, number>();
  for (const { group } of operations) counts.set(group, (counts.get(group) ?? 0) + 1);
  if (json) return toJson(Array.from(counts, ([group, count]) => ({ group, operations: count })));
  const lines = Array.from(counts, ([group, count]) => `  ${group.padEnd(26)}${count} operations`);
  return `${usage}\nGroups:\n${lines.join('\n')}`;
}

function listOperations(operations: readonly ToolOperation[], json: boolean): string {
  if (json)
    return toJson(
      operations.map((each) => ({ name: each.name, summary: titleOf(each), method: each.method, path: each.path })),
    );
  const width = Math.max(...operations.map(({ name }) => name.length)) + 2;
  return operations.map((operation) => `${operation.name.padEnd(width)}${titleOf(operation)}`).join('\n');
}

/** One operation as a command. */
function operationCommand(
  api: ToolApi,
  operation: ToolOperation,
  command: Command,
  { access }: OperationsCommandOptions,
): Command {
  withAccess(command, access)
    .description([operation.summary, operation.description].filter(Boolean).join('\n\n'))
    .showHelpAfterError('(run with --help for usage)');
  const { body } = operation;
  if (body) {
    const about = `body: ${bodyTypes(body.mediaTypes)}; a file, - for standard input, or the text itself`;
    const files = body.files ? `; paths of files in ${body.files.join(', ')}` : '';
    command.addOption(new Option('--body <body>', `${about}${files}`).makeOptionMandatory(body.required));
  }
  command.option('--json', 'print the response as JSON');
  const taken = new Set(command.options.map(({ long }) => long));
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const others = operation.parameters.filter((parameter) => parameter.in !== 'path');
  for (const { name, description } of inPath) command.argument(`<${name.replaceAll(/[^\w-]/g, '-')}>`, description);
  const options = others.map((parameter) => ({ parameter, option: optionOf(parameter, taken) }));
  for (const { option } of options) command.addOption(option);
  return command.action(async (...given: unknown[]) => {
    const values = command.opts<Record<string, unknown> & { json?: boolean; body?: string }>();
    const parameters = new Map<string, unknown>();
    for (const [index, { name }] of inPath.entries()) parameters.set(name, given[index]);
    for (const { parameter, option } of options) {
      const value = values[option.attributeName()];
      if (value !== undefined) parameters.set(parameter.name, value);
    }
    const sent = values.body === undefined ? undefined : readBody(operation, values.body);
    const { createCaller } = await import('./call.ts');
    const send = createCaller(await api.loadClient(), access.connect(values));
    print(await send(operation, { parameters, body: sent }), values.json === true);
  });
}

function bodyTypes(mediaTypes: readonly string[]): string {
  const types = mediaTypes.map((type) => (/[/+]xml\b/.test(type) ? 'XML or JSON' : type));
  return [...new Set(types.filter((type, _, all) => !type.endsWith('json') || all.length === 1))].join(', ');
}

function optionOf(
  { name, description, required, schema }: ToolParameter,
  taken: ReadonlySet<string | undefined>,
): Option {
  const own = toFlag(name) || 'param';
  const flag = taken.has(`--${own}`) || own === 'help' || own === 'version' ? `param-${own}` : own;
  const type = [schema.type ?? 'value'].flat().join('|');
  const value = type === 'array' ? '<values...>' : `<${type}>`;
  const option = new Option(`--${flag} ${value}`, description).makeOptionMandatory(required);
  // `--no-…` would be the opposite of an option.
  if (flag.startsWith('no-')) option.attributeName = () => attributeOf(`param-${flag}`);
  if (type === 'object') return option.argParser(parseObject);
  const { enum: choices } = schema;
  if (!choices) return option;
  return option.choices(choices.map(String)).argParser((text: string) => {
    if (choices.map(String).includes(text)) return text;
    throw new InvalidArgumentError(`It must be ${choices.join(', ')}.`);
  });
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It must be a JSON object.');
  }
}

/** The body to the standard output; a refusal is an error. */
function print({ ok, status, bytes, mediaType, value, message }: CallResult, asJson: boolean): void {
  const isText = value === undefined || !ArrayBuffer.isView(value) || /^text\/|[/+](json|xml)\b/.test(mediaType);
  const text = () => new TextDecoder().decode(bytes);
  if (!ok) throw new Error(`${status}: ${value === undefined && bytes.length > 0 ? text() : message}`);
  if (asJson && isText) console.log(toJson(bytes.length === 0 ? null : value));
  else if (!isText) process.stdout.write(bytes);
  else if (bytes.length > 0) console.log(text());
}

const toJson = (value: unknown) =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each), 2);
