/**
 * What a file costs the type checker that calls every operation once, with every parameter, and looks at the result.
 * Fails above the limits. Usage: node scripts/type-cost.ts
 */
import path from 'node:path';
import { buildModel, loadDescription, type Operation, type Parameter } from '@mailwright/codegen';
import ts from 'typescript';

export const LIMITS = { millisecondsPerCall: 3, instantiationsPerCall: 65 };

const root = path.resolve(import.meta.dirname, '..');

export async function typeCost() {
  const { operations } = buildModel(await loadDescription(path.join(root, '../../spec/openapi.yaml')));
  const file = path.join(root, 'scripts/every-operation.ts');
  const program = programOf(file, callEach(operations));
  program.getTypeChecker(); // reads and binds all files, which an editor does once
  const start = process.threadCpuUsage();
  const diagnostics = program.getSemanticDiagnostics(program.getSourceFile(file));
  const { user, system } = process.threadCpuUsage(start);
  return {
    operations: operations.length,
    millisecondsPerCall: (user + system) / 1000 / operations.length,
    instantiationsPerCall: Math.ceil(program.getInstantiationCount() / operations.length),
    errors: diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
  };
}

function programOf(file: string, text: string): ts.Program {
  const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile).config;
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, text, ts.ScriptTarget.Latest) : getSourceFile(name, ...rest);
  return ts.createProgram([file], options, host);
}

function callEach(operations: Operation[]): string {
  const calls = operations.map((operation, index) => {
    const body = operation.bodies.length ? ['body: undefined as never'] : [];
    const parameters = operation.parameters.filter(({ name }) => name !== 'Idempotency-Key'); // an option of calls
    const input = [...parameters.map((each) => `'${each.name}': ${sample(each)}`), ...body].join(', ');
    return `export async function call${index}() {
  const result = await client.${operation.group}.${operation.clientName}({ ${input} });
  return result.ok ? result.data : result.error.message;
}`;
  });
  return `import { createClient } from '../src/index.ts';
const client = createClient({ baseUrl: 'https://localhost:8443/1.0', apiKey: 'key' });
${calls.join('\n')}
`;
}

function sample({ scalar, array, schema }: Parameter): string {
  const values = (array ? schema.items : schema).enum as unknown[] | undefined;
  const one = JSON.stringify(values?.[0] ?? { string: 'a', integer: 1, bigint: 1, number: 1.5, boolean: true }[scalar]);
  return array ? `[${one}]` : one;
}

if (import.meta.main) {
  const { errors, operations, millisecondsPerCall, instantiationsPerCall } = await typeCost();
  for (const error of errors) console.error(error);
  console.log(
    `${operations} calls: ${millisecondsPerCall.toFixed(1)} ms of CPU each (at most ${LIMITS.millisecondsPerCall})`,
  );
  console.log(
    `${operations} calls: ${instantiationsPerCall} instantiations each (at most ${LIMITS.instantiationsPerCall})`,
  );
  if (
    errors.length ||
    millisecondsPerCall > LIMITS.millisecondsPerCall ||
    instantiationsPerCall > LIMITS.instantiationsPerCall
  ) {
    process.exitCode = 1;
  }
}
