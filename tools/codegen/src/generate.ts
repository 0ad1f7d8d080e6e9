import { emitClient } from './client/index.ts';
import type { Note } from './common/errors.ts';
import { type Written, writeFiles } from './emit/write.ts';
import { emitEnums } from './enums/index.ts';
import { emitExamples } from './examples/index.ts';
import { type Filter, filterOperations } from './load/filter.ts';
import { loadDescription } from './load/load.ts';
import { checkValues, type FormatValue, markValues } from './load/values.ts';
import { buildModel, type Skip } from './model/build.ts';
import type { ApiModel, OpenApiDocument } from './model/model.ts';
import { withServableRoutes } from './model/routes.ts';
import { emitMsw } from './msw/index.ts';
import { emitQuery } from './query/index.ts';
import { emitSchemas } from './schemas/index.ts';
import { emitServer } from './server/index.ts';
import { emitCli, emitMcp, emitTools } from './tools/index.ts';
import { jsonTwin } from './twin/twin.ts';
import { emitTypes } from './types/index.ts';
import { emitWebhooks, noteWebhooks } from './webhooks/index.ts';
import { emitXmlCodecs, withSupportedXml } from './xml.ts';
import { noteNames } from './xml-notes.ts';
import { emitZod } from './zod/index.ts';

/** Path in the output folder -> text. */
export type Files = Map<string, string>;

/** One output of the generator. All parts of this package are made of it, and so are those of plug-ins. */
export interface Output {
  /** Its files and what they are for, in a line: `routes.ts: a table of all operations`. */
  about: string;
  /** Parts whose files it imports. */
  needs?: readonly string[];
  /** Generated only on request. */
  optional?: true;
  /**
   * Makes the files, by path in the output folder. A file is removed by a later run that does not make it if it begins as
   * `sourceFile` begins one.
   * @param model with operations and schemas as all parts see them
   * @param bundled the description in one file, as OpenAPI 3.1
   * @param note is told what cannot be expressed
   */
  emit: (model: ApiModel, bundled: OpenApiDocument, note?: Note) => Files | Promise<Files>;
}

/** Outputs, in the order of generation. */
export const PARTS = {
  types: { about: 'types/: TypeScript types of operations and schemas', emit: emitTypes },
  codecs: { about: 'codecs/: XML codecs of the schemas that XML bodies use', emit: emitXmlCodecs },
  client: { about: 'client/: typed client functions, and createClient', emit: emitClient },
  server: {
    about: 'server/: typed server stub with validators',
    emit: (model: ApiModel, _bundled: OpenApiDocument, note?: Note) => emitServer(model, note),
  },
  bundle: { about: 'openapi.json: the description in one file, as OpenAPI 3.1', emit: emitBundle },
  twin: { about: 'twin.json: the same with JSON in place of XML', emit: emitTwin },
  enums: {
    about: 'enums/: a constant with the values of each enumeration',
    needs: ['types'],
    optional: true,
    emit: emitEnums,
  },
  schemas: {
    about: 'schemas/: a Standard Schema for each schema, for forms, tRPC and others',
    needs: ['types'],
    optional: true,
    emit: emitSchemas,
  },
  zod: {
    about: 'zod/: a Zod schema for each schema',
    needs: ['types'],
    optional: true,
    emit: (model: ApiModel, _bundled: OpenApiDocument, note?: Note) => emitZod(model, note),
  },
  examples: {
    about: 'examples/: factories of valid values of each schema, by seed',
    needs: ['types', 'schemas'],
    optional: true,
    emit: emitExamples,
  },
  msw: {
    about: 'msw/: handlers for Mock Service Worker that answer examples, in XML and JSON',
    needs: ['types', 'codecs', 'server', 'examples'],
    optional: true,
    emit: emitMsw,
  },
  query: {
    about: 'query/: options for TanStack Query: queries, infinite queries and mutations',
    needs: ['types', 'codecs', 'client'],
    optional: true,
    emit: emitQuery,
  },
  webhooks: {
    about: 'webhooks/: a stub of what the service calls, with a handler for each webhook and callback',
    optional: true,
    emit: emitWebhooks,
  },
  tools: {
    about: 'tools/operations.ts, tools/schemas.ts: what the next two are told of operations',
    optional: true,
    emit: emitTools,
  },
  cli: {
    about: 'tools/cli.ts: a command line with a command for each operation',
    needs: ['types', 'codecs', 'client', 'tools'],
    optional: true,
    emit: emitCli,
  },
  mcp: {
    about: 'tools/mcp.ts: a server of the Model Context Protocol, for assistants',
    needs: ['types', 'codecs', 'client', 'tools'],
    optional: true,
    emit: emitMcp,
  },
} satisfies Record<string, Output>;

export type Part = keyof typeof PARTS;

const facts: Record<Part, Output> = PARTS;

/** All parts, in the order of generation. */
export const ALL_PARTS = Object.keys(PARTS) as Part[];

/** Parts that are generated only where they are asked for. */
export const OPTIONAL_PARTS = ALL_PARTS.filter((part) => facts[part].optional);

/** These parts and those whose files they import, in the order of generation. */
function withNeeded(parts: readonly Part[]): Part[] {
  const wanted = new Set<string>(parts);
  for (const part of wanted) for (const needed of facts[part as Part].needs ?? []) wanted.add(needed);
  return ALL_PARTS.filter((part) => wanted.has(part));
}

/** Parts that cannot do without an XML form of each body. */
const NEEDS_XML: Part[] = ['codecs', 'client', 'server'];

export interface GenerateOptions {
  /** Path or URL of the OpenAPI description. */
  input: string;
  /** Folder for the generated files; those of an earlier run that are no longer generated are removed from it. */
  output: string;
  parts: Part[];
  /** Outputs of plug-ins by their names, made after the parts. */
  outputs?: Readonly<Record<string, Output>>;
  /** Paths of OpenAPI Overlays that correct the description, in their order. */
  overlays?: readonly string[];
  /** Which operations are wanted; all by default. */
  filter?: Filter;
  /** Told the path or URL of each file before it is read. */
  onRead?: (file: string) => void;
  /** Follows references to other hosts than that of the description. */
  remote?: boolean;
  /** Refuses a description that breaks rules of OpenAPI, even where its meaning is plain. */
  strict?: boolean;
  /** Formats that are another value in code than in JSON (`VALUES`); none by default. */
  values?: readonly FormatValue[];
  /** Leaves out what is not supported and tells why; without it that is an error. */
  skip?: Skip;
  /** Told what has another name in code than in the description, and what was understood otherwise than it is written. */
  onNote?: Note;
  /** Told each step that begins. */
  onStart?: ((step: string) => void) | undefined;
  /** Told each finished step: what was done, and how long it took in milliseconds. */
  onStep?: (step: string, milliseconds: number) => void;
}

type Timed = <T>(doing: string, step: (result: T) => string, run: () => T | Promise<T>) => Promise<T>;

const timer =
  ({ onStart, onStep }: Pick<GenerateOptions, 'onStart' | 'onStep'>): Timed =>
  async (doing, step, run) => {
    const start = performance.now();
    onStart?.(doing);
    const result = await run();
    onStep?.(step(result), performance.now() - start);
    return result;
  };

/**
 * Generates files and writes them to the output folder.
 * @throws DescriptionError, UnsupportedError
 */
export async function generate(options: GenerateOptions): Promise<Written> {
  const { output } = options;
  const files = await generateFiles(options);
  return timer(options)(
    `writing ${files.size} files`,
    ({ written, unchanged, removed }) =>
      `wrote ${written} files to ${output}; ${unchanged} unchanged, ${removed} removed`,
    () => writeFiles(output, files),
  );
}

/**
 * Generates files without writing them.
 * @throws DescriptionError, UnsupportedError
 */
export async function generateFiles(options: Omit<GenerateOptions, 'output'>): Promise<Files> {
  const { input, overlays, filter = {}, remote = false, strict = false, values = [], skip, onNote, onRead } = options;
  const others = Object.entries(options.outputs ?? {});
  const needed = others.flatMap(([, { needs = [] }]) => needs as Part[]);
  const parts = withNeeded([...options.parts, ...needed]);
  const timed = timer(options);
  const bundled = await timed(
    `reading ${input}`,
    () => `read ${input}`,
    () => loadDescription(input, { note: onNote, onRead, overlays, remote, strict }),
  );
  filterOperations(bundled, filter);
  markValues(bundled, values);
  checkValues(bundled);
  const model = await timed(
    'understanding it',
    ({ operations, schemas }) => `understood ${operations.length} operations, ${schemas.size} schemas`,
    () => modelFor(parts, bundled, { skip, note: onNote, strict }),
  );
  if (onNote && !parts.includes('webhooks')) noteWebhooks(bundled, onNote);
  const files: Files = new Map();
  for (const [name, { emit }] of [...parts.map((part) => [part, facts[part]] as const), ...others]) {
    const made = await timed<Files>(
      `making ${name}`,
      ({ size }) => `made ${name}, ${size} files`,
      () => emit(model, bundled, onNote),
    );
    for (const [file, text] of made) {
      // Some of our own outputs make a file that another one makes too; an output of a plug-in may not replace one.
      if (files.has(file) && !Object.hasOwn(facts, name))
        throw new Error(`${name} makes the file ${file}, which another output has made.`);
      files.set(file, text);
    }
  }
  return files;
}

function modelFor(
  parts: Part[],
  bundled: OpenApiDocument,
  { skip, note, strict }: { skip: Skip | undefined; note: Note | undefined; strict: boolean },
): ApiModel {
  let model = buildModel(bundled, skip, note);
  if (NEEDS_XML.some((part) => parts.includes(part))) {
    model = withSupportedXml(model, skip);
    if (note) noteNames(model, bundled, note);
  }
  return parts.includes('server') ? withServableRoutes(model, strict ? skip : (note ?? (() => {}))) : model;
}

function emitBundle(_model: ApiModel, bundled: OpenApiDocument): Files {
  return new Map([['openapi.json', `${JSON.stringify(bundled, null, 2)}\n`]]);
}

function emitTwin(_model: ApiModel, bundled: OpenApiDocument): Files {
  return new Map([['twin.json', `${JSON.stringify(jsonTwin(bundled), null, 2)}\n`]]);
}
