#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { DescriptionError, formatProblem, UnsupportedError } from './common/errors.ts';
import { type ApiOptions, CONFIG_FILES, DEFAULT_PARTS, findConfig, readConfig } from './config.ts';
import { ALL_PARTS, generate, OPTIONAL_PARTS, PARTS, type Part } from './generate.ts';
import { type FormatValue, VALUES } from './load/values.ts';
import { loadPlugins } from './plugins.ts';
import { WatchedFiles } from './watch.ts';

const HELP = `Generates TypeScript from an OpenAPI description with XML, JSON, or both.

Usage: mailwright-codegen <openapi.yaml> -o <folder> [options]
       mailwright-codegen [--config <file>] [--watch] [--quiet]

  -o, --output <folder>    Output folder. Generated files of an earlier run that are no longer
                           needed are deleted; unchanged files are not written.
      --emit <list>        What to generate, separated by commas (default: the first six):
${ALL_PARTS.map((name) => `                             ${name.padEnd(8)} ${PARTS[name].about}`).join('\n')}
${OPTIONAL_PARTS.map((name) => `      --${name.padEnd(18)} Also generate ${name}, with the parts that it needs.`).join('\n')}
      --tags <list>        Only operations with one of these tags; "!name" leaves out those with it.
      --operations <list>  Only these operations, by operationId or "GET /path"; "!name" leaves one out.
      --no-deprecated      Leave out operations that are deprecated.
      --no-internal        Leave out operations that "x-internal: true" marks, or their path.
      --plugin <module>    Also generate what the outputs of a module make; can be repeated.
      --overlay <file>     OpenAPI Overlay 1.0 or 1.1 to apply to the description first, as it is written;
                           can be repeated.
      --skip-unsupported   Skip operations with unsupported constructs and list them, instead of
                           rejecting the description. If only the XML is unsupported and each
                           body has another media type, only the XML is skipped.
      --remote             Follow references to other hosts. The description itself can be a URL, and
                           refer to files of its host, without this option.
      --strict             Reject a description that breaks a rule of OpenAPI, instead of printing a
                           note where the meaning is plain.
      --values <list>      TypeScript types of formats, separated by commas (default: types of JSON):
${VALUES.map((each) => `                             ${each}`).join('\n')}
      --config <file>      Generate what this file says, from one description or several; without
                           arguments, ${CONFIG_FILES[0]} or .json of this folder.
  -w, --watch              Generate again whenever a file that was read changes, until it is stopped.
  -q, --quiet              Print only errors.
  -h, --help               Print this text.

Examples:
  mailwright-codegen openapi.yaml -o src/api
      client and stub, for: npm install @mailwright/client-runtime @mailwright/server-runtime @mailwright/xml-codec
  mailwright-codegen openapi.yaml -o src/api --emit types,codecs,client
      only a client
  mailwright-codegen petstore.json -o petstore --skip-unsupported
      everything that can be generated from a description with unsupported constructs
  mailwright-codegen openapi.yaml -o src/api --emit schemas
      Standard Schemas for forms, tRPC and others, for: npm install @mailwright/server-runtime
  mailwright-codegen openapi.yaml -o src/api --emit zod
      Zod schemas, for: npm install zod @mailwright/server-runtime
  mailwright-codegen openapi.yaml -o src/api --msw
      also factories of valid values and handlers for Mock Service Worker, for: npm install -D msw
  mailwright-codegen openapi.yaml -o src/api --cli --mcp
      also a command line, node src/api/tools/cli.ts, and an MCP server, node src/api/tools/mcp.ts,
      for: npm install @mailwright/tool-runtime
  mailwright-codegen openapi.yaml -o src/api --tags pets,'!admin' --no-deprecated --watch
      the operations of a tag but for some, again after each change of the description
  mailwright-codegen
      what ${CONFIG_FILES[0]} says, with paths relative to that file:
        apis:
          - { input: openapi.yaml, output: src/api, emit: [types, codecs, client] }
          - input: vendor/shop.json
            output: src/shop
            overlays: [vendor/shop.overlay.yaml]
            tags: [orders, '!admin']
            deprecated: false

Reads OpenAPI 3.0, 3.1 and 3.2, YAML or JSON, in one file or many. Exit status: 0 success; 1 the description is
invalid or unsupported (each error is printed with its JSON pointer) or files cannot be written;
2 invalid arguments.
`;

/** On a terminal, what is being done stands in the last line until it is done. */
const CLEAR = process.stdout.isTTY ? '\r\x1b[K' : '';

function announce(step: string): void {
  if (process.stdout.isTTY) process.stdout.write(`${CLEAR}         ${step} ...`);
}

class UsageError extends Error {}

async function main(argv: string[]): Promise<number> {
  try {
    const { input, values } = readArguments(argv);
    const others = Object.keys(values).filter((each) => !OF_CONFIG.has(each));
    const config = values.config ?? (input === undefined && others.length === 0 ? findConfig() : undefined);
    if (values.help || (input === undefined && config === undefined)) {
      process.stdout.write(HELP);
      return values.help ? 0 : 2;
    }
    if (values.config !== undefined && (input !== undefined || others.length > 0))
      fail('--config goes without a description, and with --watch and --quiet only; write the rest into the file.');
    const one = config === undefined ? optionsOf(input!, values) : undefined;
    const apis = async () => (one ? [one] : readConfig(config!));
    if (values.watch) return await watchApis(apis, config, values.quiet ?? false);
    return await generateAll(await apis(), values.quiet ?? false);
  } catch (error) {
    return report(error);
  }
}

/** Options that go with a configuration. */
const OF_CONFIG: ReadonlySet<string> = new Set(['config', 'watch', 'quiet', 'help']);

type Values = ReturnType<typeof readArguments>['values'];

function optionsOf(input: string, values: Values): ApiOptions {
  return {
    input,
    output: values.output ?? fail('The output folder is missing: -o <folder>.'),
    parts: [...partsOf(values.emit), ...OPTIONAL_PARTS.filter((part) => values[part])],
    overlays: values.overlay ?? [],
    plugins: values.plugin ?? [],
    filter: {
      tags: listOf(values.tags),
      operations: listOf(values.operations),
      deprecated: !values['no-deprecated'],
      internal: !values['no-internal'],
    },
    remote: values.remote ?? false,
    strict: values.strict ?? false,
    values: valuesOf(values.values),
    skipUnsupported: values['skip-unsupported'] ?? false,
  };
}

/** One that fails does not keep the others from being generated. */
async function generateAll(apis: ApiOptions[], quiet: boolean, onRead?: (file: string) => void): Promise<number> {
  let status = 0;
  for (const api of apis) status = Math.max(status, await generateApi(api, quiet, onRead).then(() => 0, report));
  return status;
}

async function generateApi(
  { skipUnsupported = false, plugins = [], ...options }: ApiOptions,
  quiet: boolean,
  onRead: (file: string) => void = () => {},
): Promise<void> {
  const print = quiet ? () => {} : (line: string) => process.stdout.write(`${CLEAR}${line}\n`);
  await generate({
    ...options,
    outputs: await loadPlugins(plugins),
    ...(skipUnsupported && { skip: (problem) => print(`skipped   ${formatProblem(problem)}`) }),
    onRead,
    onNote: (note) => print(`note      ${formatProblem(note)}`),
    onStart: quiet ? undefined : announce,
    onStep: (step, milliseconds) => print(`${String(Math.round(milliseconds)).padStart(5)} ms  ${step}`),
  });
}

/** Generates now and after each change; faults are told, and repaired by the next change. */
async function watchApis(
  readApis: () => Promise<ApiOptions[]>,
  config: string | undefined,
  quiet: boolean,
): Promise<number> {
  const files = new WatchedFiles();
  if (config !== undefined) files.add(config);
  for (;;) {
    try {
      await generateAll(await readApis(), quiet, (file) => files.add(file));
    } catch (error) {
      report(error);
    }
    if (files.isEmpty) fail('--watch waits for changes of files, and there is none: the description is a URL.');
    if (!quiet) process.stdout.write(`${CLEAR}watching  for changes; Ctrl-C ends\n`);
    await files.nextChange();
  }
}

function readArguments(argv: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        output: { type: 'string', short: 'o' },
        emit: { type: 'string' },
        tags: { type: 'string' },
        operations: { type: 'string' },
        'no-deprecated': { type: 'boolean' },
        'no-internal': { type: 'boolean' },
        overlay: { type: 'string', multiple: true },
        plugin: { type: 'string', multiple: true },
        remote: { type: 'boolean' },
        strict: { type: 'boolean' },
        values: { type: 'string' },
        'skip-unsupported': { type: 'boolean' },
        ...optionalParts,
        config: { type: 'string' },
        watch: { type: 'boolean', short: 'w' },
        quiet: { type: 'boolean', short: 'q' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (positionals.length > 1)
      fail(`Only one description can be given, but there are several: ${positionals.join(', ')}.`);
    return { input: positionals[0], values };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

const optionalParts = Object.fromEntries(OPTIONAL_PARTS.map((part) => [part, { type: 'boolean' }])) as Record<
  (typeof OPTIONAL_PARTS)[number],
  { type: 'boolean' }
>;

const listOf = (list = ''): string[] =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '');

function partsOf(list: string | undefined): Part[] {
  if (list === undefined) return DEFAULT_PARTS;
  const asked = listOf(list);
  for (const name of asked)
    if (!ALL_PARTS.includes(name as Part))
      fail(`--emit: unknown part "${name}"; the parts are ${ALL_PARTS.join(', ')}.`);
  return ALL_PARTS.filter((name) => asked.includes(name));
}

function valuesOf(list: string | undefined): FormatValue[] {
  return listOf(list).map(
    (each) =>
      VALUES.find((known) => known === each) ??
      fail(`--values: unknown value "${each}"; the values are ${VALUES.join(', ')}.`),
  );
}

function fail(message: string): never {
  throw new UsageError(message);
}

function report(error: unknown): number {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\nTry mailwright-codegen --help.\n`);
    return 2;
  }
  if (isFileError(error)) {
    process.stderr.write(`error  cannot write ${error.path}: ${error.message.replace(/,.*/s, '')}\n`);
    return 1;
  }
  if (!(error instanceof DescriptionError)) throw error;
  for (const problem of error.problems) process.stderr.write(`error  ${formatProblem(problem)}\n`);
  if (error instanceof UnsupportedError)
    process.stderr.write('Nothing was generated. --skip-unsupported leaves this out.\n');
  return 1;
}

/** Reading errors are told by the description; what is left concerns the output. */
function isFileError(error: unknown): error is Error & { path: string } {
  return error instanceof Error && 'syscall' in error && 'path' in error;
}

process.exitCode = await main(process.argv.slice(2));
