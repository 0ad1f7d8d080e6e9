import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { type Generator, OURS, RIVALS } from './generators.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const EXAMPLES = path.join(ROOT, 'node_modules/@readme/oas-examples');

/** What all generators are given: public examples, and our own description. */
export const DESCRIPTIONS: [name: string, file: string][] = [
  ['petstore 2.0', path.join(EXAMPLES, '2.0/json/petstore.json')],
  ...[
    '3.0 petstore',
    '3.1 petstore',
    '3.0 star-trek',
    '3.0 polymorphism',
    '3.0 discriminators',
    '3.0 schema-circular',
    '3.0 schema-types',
    '3.0 parameters-style',
    '3.0 http-status-codes',
    '3.0 request-examples',
  ].map((name): [string, string] => [name, path.join(EXAMPLES, `${name.replace(' ', '/json/')}.json`)]),
  ['Mailwright', path.join(ROOT, 'spec/generated/openapi.json')],
];

/** Documented errors, by the column of the table: the operation of `statuses.yaml` that has it, and the status that comes. */
export const STATUSES: [column: string, operation: string, status: number][] = [
  ['402', 'get402', 402],
  ['404', 'get404', 404],
  ['422', 'get422', 422],
  ['500', 'get500', 500],
  ['4XX', 'getClass', 418],
  ['default', 'getDefault', 409],
  ['404 beside 422 and 5XX', 'getSeveral', 404],
];

/** What was measured of a generator. */
export interface Measured {
  name: string;
  generated: number;
  typeChecks: number;
  valueTyped: boolean;
  /** Columns of `STATUSES` of which the document is typed. */
  errorsTyped: string[];
  xmlRead: boolean;
  xmlSent: boolean;
  /** Bytes of a bundle with one call of JSON, minified and with gzip. */
  bundle: number | undefined;
  /** Seconds of all descriptions. */
  seconds: number;
  server: string;
}

/** Installs the rivals into a folder, unless they are there. */
export async function install(scratch: string): Promise<void> {
  await mkdir(scratch, { recursive: true });
  if (!existsSync(path.join(scratch, 'node_modules'))) {
    await writeFile(path.join(scratch, 'package.json'), '{ "private": true, "type": "module" }');
    const packages = RIVALS.flatMap((each) => each.packages);
    execFileSync('npm', ['install', ...packages, '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: scratch });
  }
  for (const name of ['@mailwright', '@types/node'].filter(
    (each) => !existsSync(path.join(scratch, 'node_modules', each)),
  )) {
    await mkdir(path.join(scratch, 'node_modules', path.dirname(name)), { recursive: true });
    await symlink(path.join(ROOT, 'node_modules', name), path.join(scratch, 'node_modules', name));
  }
}

/** Measures all generators in a folder where the rivals are installed. */
export async function measureAll(scratch: string, onStep: (step: string) => void = () => {}): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const generator of [OURS, ...RIVALS]) {
    onStep(generator.name);
    measured.push(await measure(scratch, generator));
  }
  return measured;
}

async function measure(scratch: string, generator: Generator): Promise<Measured> {
  const { name, server } = generator;
  const base = path.join(scratch, name.replaceAll(/\W+/g, '-'));
  await rm(base, { recursive: true, force: true });
  const counts = { generated: 0, typeChecks: 0, seconds: 0 };
  for (const [description, file] of DESCRIPTIONS) {
    const folder = path.join(base, description.replaceAll(/\W+/g, '-'));
    const made = await generate(scratch, generator, file, path.join(folder, 'made'));
    counts.seconds += made.seconds;
    if (!made.ok) continue;
    counts.generated++;
    if ((await typeCheck(folder))()) counts.typeChecks++;
  }
  return { name, server, ...counts, ...(await probe(scratch, generator, path.join(base, 'probe'))) };
}

async function generate(scratch: string, { command }: Generator, input: string, output: string) {
  await mkdir(output, { recursive: true });
  const [program, ...args] = command(input, output);
  const file = program === 'node' ? process.execPath : path.join(scratch, 'node_modules/.bin', program!);
  const start = performance.now();
  const isDone = await succeeds(file, args, scratch);
  const seconds = (performance.now() - start) / 1000;
  const hasCode = (await readdir(output, { recursive: true })).some((each) => each.endsWith('.ts'));
  return { ok: isDone && hasCode, seconds };
}

const succeeds = (file: string, args: string[], cwd: string): Promise<boolean> =>
  new Promise((resolve) => {
    execFile(file, args, { cwd, maxBuffer: 1e8, timeout: 300_000 }, (failure) => resolve(failure === null));
  });

/** Type-checks the files of a folder as a strict project of an application; returns a function that tells whether one, or all, are right. */
async function typeCheck(folder: string): Promise<(file?: string) => boolean> {
  const options = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'esnext',
    moduleResolution: 'bundler',
    allowImportingTsExtensions: true,
    types: ['node'],
  };
  await writeFile(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, include: ['**/*.ts'] }),
  );
  const args = [path.join(ROOT, 'node_modules/ts7/bin/tsc'), '-p', folder];
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (_failure, text) => resolve(text));
  });
  // Libraries have been checked by those who publish them.
  const faults = output.split('\n').filter((line) => /error TS\d+/.test(line) && !line.startsWith('..'));
  return (file = '') => !faults.some((line) => line.startsWith(file));
}

async function probe(scratch: string, generator: Generator, folder: string) {
  await generate(scratch, generator, path.join(import.meta.dirname, 'probe.yaml'), path.join(folder, 'made'));
  const alone = path.join(folder, '..', 'probe-value');
  await cp(folder, alone, { recursive: true });
  await writeFile(path.join(alone, 'value.ts'), generator.value);
  const valueTyped = (await typeCheck(alone))('value.ts');
  const errorsTyped = await typedErrors(scratch, generator, path.join(folder, '..', 'statuses'));
  const bundle = await bundleOf(folder, 'note', generator.note);
  return { valueTyped, errorsTyped, bundle: bundle && gzipSync(bundle).length, ...(await calls(folder, generator)) };
}

/** The columns of `STATUSES` of which a program that uses the document by its type compiles, and one that uses it otherwise does not. */
async function typedErrors(scratch: string, generator: Generator, folder: string): Promise<string[]> {
  await generate(scratch, generator, path.join(import.meta.dirname, 'statuses.yaml'), path.join(folder, 'made'));
  const fileOf = (operation: string) => `${operation}-error.ts`;
  for (const [, operation, status] of STATUSES)
    await writeFile(path.join(folder, fileOf(operation)), generator.error(operation, status));
  const isRight = await typeCheck(folder);
  return STATUSES.filter(([, operation]) => isRight(fileOf(operation))).map(([column]) => column);
}

/** The bundled program; undefined if it cannot be bundled. */
async function bundleOf(folder: string, name: string, text: string): Promise<Uint8Array | undefined> {
  await writeFile(path.join(folder, `${name}.ts`), text);
  const options = { bundle: true, minify: true, format: 'esm', platform: 'browser', write: false } as const;
  const made = await build({ ...options, entryPoints: [path.join(folder, `${name}.ts`)], logLevel: 'silent' }).catch(
    () => undefined,
  );
  return made?.outputFiles[0]?.contents;
}

const PET = { id: 7, name: 'Ada & Bo', tags: ['a', 'b'] };
const DOCUMENT = '<pet id="7"><name>Ada &amp; Bo</name><tags><tag>a</tag><tag>b</tag></tags></pet>';

/** Whether the client reads and sends XML. A client that does not even read JSON says nothing of XML. */
async function calls(
  folder: string,
  { name, calls: text }: Generator,
): Promise<{ xmlRead: boolean; xmlSent: boolean }> {
  const program = await bundleOf(folder, 'calls', text);
  if (program === undefined) throw new Error(`The program of ${name} cannot be bundled.`);
  await writeFile(path.join(folder, 'calls.mjs'), program);
  const client = await import(pathToFileURL(path.join(folder, 'calls.mjs')).href);
  let sent = '';
  const server = createServer(async (request, response) => {
    for await (const chunk of request) sent += chunk;
    if (request.method === 'POST') response.writeHead(204).end();
    else if (request.url === '/pets/7') response.setHeader('content-type', 'application/xml').end(DOCUMENT);
    else response.setHeader('content-type', 'application/json').end('{"id":7,"text":"Hello"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const note = await client.getNote(url);
    if (!isDeepStrictEqual(note, { id: 7, text: 'Hello' }))
      throw new Error(`${name} does not read JSON: ${JSON.stringify(note)}`);
    const pet = await client.getPet(url).catch(() => undefined);
    await client.addPet(url, PET).catch(() => undefined);
    const document = sent
      .replace(/^<\?xml.*?\?>\s*/, '')
      .replaceAll(/>\s+</g, '><')
      .trim();
    return { xmlRead: isDeepStrictEqual(pet, PET), xmlSent: document === DOCUMENT };
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
