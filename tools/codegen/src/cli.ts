#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { DescriptionError, formatProblem, UnsupportedError } from './errors.ts';
import { generate, PARTS, type Part } from './generate.ts';
import { type FormatValue, VALUES } from './load/values.ts';

const HELP = `Generates TypeScript from an OpenAPI description that speaks XML, JSON, or both.

Usage: mailwright-codegen <openapi.yaml> -o <folder> [options]

  -o, --output <folder>    Where the files go. Generated files of an earlier run that are no longer
                           wanted are removed from it; unchanged files are not touched.
      --emit <list>        What to generate, separated by commas (default: all):
${Object.entries(PARTS)
  .map(([name, { about }]) => `                             ${name.padEnd(8)} ${about}`)
  .join('\n')}
      --overlay <file>     An OpenAPI Overlay 1.0 that corrects the description before it is read; may be
                           given several times.
      --skip-unsupported   Leave out operations that use something not supported, and say which,
                           instead of refusing the description. Where only the XML is not
                           supported and each body has another media type, the XML alone goes.
      --values <list>      What these formats are in code, separated by commas (default: JSON's own):
${VALUES.map((each) => `                             ${each}`).join('\n')}
  -q, --quiet              Print errors only.
  -h, --help               Print this text.

Examples:
  mailwright-codegen openapi.yaml -o src/api
      client and stub, for: npm install @mailwright/client-runtime @mailwright/server-runtime @mailwright/xml-codec
  mailwright-codegen openapi.yaml -o src/api --emit types,codecs,client
      a client alone
  mailwright-codegen petstore.json -o petstore --skip-unsupported
      what can be generated of a description that uses something not supported

Reads OpenAPI 3.0, 3.1 and 3.2, YAML or JSON, in one file or many. Exit codes: 0 done; 1 the description is
broken or not supported (each fault is printed with its JSON pointer) or the files cannot be written;
2 wrong use of this command.
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
      output: values.output ?? fail('Say where the files go: -o <folder>.'),
      parts: partsOf(values.emit),
      overlays: values.overlay ?? [],
      values: valuesOf(values.values),
      skip: values['skip-unsupported'] ? (problem) => print(`left out  ${formatProblem(problem)}`) : undefined,
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
        values: { type: 'string' },
        'skip-unsupported': { type: 'boolean' },
        quiet: { type: 'boolean', short: 'q' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (positionals.length > 1) fail(`One description at a time; given were ${positionals.join(', ')}.`);
    return { input: positionals[0], values };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

function partsOf(list: string | undefined): Part[] {
  const known = Object.keys(PARTS) as Part[];
  if (list === undefined) return known;
  const asked = list.split(',').map((name) => name.trim());
  for (const name of asked)
    if (!known.includes(name as Part)) fail(`--emit does not know "${name}"; it knows ${known.join(', ')}.`);
  return known.filter((name) => asked.includes(name));
}

function valuesOf(list = ''): FormatValue[] {
  const asked = list.split(',').filter((each) => each !== '');
  return asked.map(
    (each) =>
      VALUES.find((known) => known === each.trim()) ??
      fail(`--values does not know "${each}"; it knows ${VALUES.join(', ')}.`),
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
