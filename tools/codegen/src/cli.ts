#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { DescriptionError, formatProblem, UnsupportedError } from './common/errors.ts';
import { ALL_PARTS, generate, OPTIONAL_PARTS, PARTS, type Part } from './generate.ts';
import { type FormatValue, VALUES } from './load/values.ts';

const HELP = `Generates TypeScript from an OpenAPI description with XML, JSON, or both.

Usage: mailwright-codegen <openapi.yaml> -o <folder> [options]

  -o, --output <folder>    Output folder. Generated files of an earlier run that are no longer
                           needed are deleted; unchanged files are not written.
      --emit <list>        What to generate, separated by commas (default: the first six):
${ALL_PARTS.map((name) => `                             ${name.padEnd(8)} ${PARTS[name].about}`).join('\n')}
${OPTIONAL_PARTS.map((name) => `      --${name.padEnd(18)} Also generate ${name}, with the parts that it needs.`).join('\n')}
      --overlay <file>     OpenAPI Overlay 1.0 to apply to the description first, as it is written;
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
    if (values.help || input === undefined) {
      process.stdout.write(HELP);
      return values.help ? 0 : 2;
    }
    const print = values.quiet ? () => {} : (line: string) => process.stdout.write(`${CLEAR}${line}\n`);
    await generate({
      input,
      output: values.output ?? fail('The output folder is missing: -o <folder>.'),
      parts: [...partsOf(values.emit), ...OPTIONAL_PARTS.filter((part) => values[part])],
      overlays: values.overlay ?? [],
      remote: values.remote ?? false,
      strict: values.strict ?? false,
      values: valuesOf(values.values),
      skip: values['skip-unsupported'] ? (problem) => print(`skipped   ${formatProblem(problem)}`) : undefined,
      onNote: (note) => print(`note      ${formatProblem(note)}`),
      onStart: values.quiet ? undefined : announce,
      onStep: (step, milliseconds) => print(`${String(Math.round(milliseconds)).padStart(5)} ms  ${step}`),
    });
    return 0;
  } catch (error) {
    return report(error);
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
        overlay: { type: 'string', multiple: true },
        remote: { type: 'boolean' },
        strict: { type: 'boolean' },
        values: { type: 'string' },
        'skip-unsupported': { type: 'boolean' },
        ...optionalParts,
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

function partsOf(list: string | undefined): Part[] {
  const known = ALL_PARTS;
  if (list === undefined) return known.filter((part) => !OPTIONAL_PARTS.includes(part));
  const asked = list.split(',').map((name) => name.trim());
  for (const name of asked)
    if (!known.includes(name as Part)) fail(`--emit: unknown part "${name}"; the parts are ${known.join(', ')}.`);
  return known.filter((name) => asked.includes(name));
}

function valuesOf(list = ''): FormatValue[] {
  const asked = list.split(',').filter((each) => each !== '');
  return asked.map(
    (each) =>
      VALUES.find((known) => known === each.trim()) ??
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
