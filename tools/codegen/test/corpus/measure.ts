import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { DescriptionError, formatProblem, type Problem } from '../../src/common/errors.ts';
import { writeFiles } from '../../src/emit/write.ts';
import { ALL_PARTS, type Files, generateFiles } from '../../src/generate.ts';
import { loadDescription } from '../../src/load/load.ts';
import { buildModel, type Skip } from '../../src/model/build.ts';
import { withServableRoutes } from '../../src/model/routes.ts';
import { withSupportedXml } from '../../src/xml.ts';
import { roundTrip } from '../support/round-trip.ts';
import { STRICTEST, typeErrors } from '../support/type-errors.ts';

export type Outcome = 'whole' | 'in part' | 'refused' | 'crashed';

/** Outcome of generating from one description. */
export interface Generated {
  outcome: Outcome;
  operations: number;
  /** What was left out or refused, each by pointer and reason; of a crash, its stack. */
  reasons: string[];
}

/** Outcome of one description, with what its generated code does. */
export interface Measured extends Generated {
  /** Whether the code was type-checked. */
  isChecked: boolean;
  /** Whether it was called. */
  isCalled: boolean;
  /** Errors of the two compilers. */
  typeErrors: { '5.9': string[]; '7': string[] };
  /** Calls of the generated client to the generated stub; `unmade` are those that no valid value was found for. */
  calls: { made: number; right: number; wrong: string[]; unmade: number };
}

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const TSC_7 = path.join(ROOT, 'node_modules/ts7/bin/tsc');

/** Generates from a description, and leaves out what is not supported. */
export async function generateFrom(input: string): Promise<Generated & { files: Files }> {
  const problems: Problem[] = [];
  let operations = 0;
  let files: Files = new Map();
  try {
    files = await generateFiles({
      input,
      parts: ALL_PARTS,
      skip: (problem) => problems.push(problem),
      onNote: (note) => {
        if (/^is (for clients only|left out)\b/.test(note.message)) problems.push(note);
      },
      onStep: (step) => {
        operations = Number(/^understood (\d+)/.exec(step)?.[1] ?? operations);
      },
    });
  } catch (error) {
    if (!(error instanceof DescriptionError))
      return { outcome: 'crashed', operations: 0, reasons: [String((error as Error).stack)], files };
    return { outcome: 'refused', operations: 0, reasons: error.problems.map(formatProblem), files };
  }
  const outcome = problems.length === 0 ? 'whole' : operations > 0 ? 'in part' : 'refused';
  return { outcome, operations, reasons: problems.map(formatProblem), files };
}

/**
 * Generates from a description, type-checks what comes out with TypeScript 5.9, and makes each call of it.
 * @param folder an empty one, from which generated code finds the runtime packages, and in which it is left
 * @param onChecked receives what is known before the calls, which can take long
 */
export async function measure(
  input: string,
  folder: string,
  onChecked: (checked: Measured) => void = () => {},
): Promise<Measured> {
  const { files, ...generated } = await generateFrom(input);
  const result = unchecked(generated);
  if (files.size === 0) return result;
  await writeFiles(folder, files);
  result.typeErrors['5.9'] = typeErrors(files, folder);
  result.isChecked = true;
  onChecked(result);
  return { ...result, calls: await callEach(input, folder), isCalled: true };
}

/** Returns the outcome of a description whose code was only generated, or not at all. */
export function unchecked({ outcome, operations, reasons }: Generated): Measured {
  const calls = { made: 0, right: 0, wrong: [], unmade: 0 };
  return { outcome, operations, reasons, typeErrors: { '5.9': [], '7': [] }, calls, isChecked: false, isCalled: false };
}

/**
 * Returns the errors of TypeScript 7 in all files of a folder, by the name of the folder in it. It takes as long for one
 * small description as for a few.
 */
export async function typeErrorsOf7(folder: string): Promise<Map<string, string[]>> {
  const config = path.join(folder, 'tsconfig.json');
  const compilerOptions = { ...STRICTEST, noEmit: true };
  const base = path.relative(folder, path.join(ROOT, 'tsconfig.base.json'));
  await mkdir(folder, { recursive: true });
  await writeFile(config, JSON.stringify({ extends: base, compilerOptions, include: ['**/*.ts'] }));
  const found = new Map<string, string[]>();
  try {
    const settings = { cwd: folder, maxBuffer: 1e8 };
    await promisify(execFile)(process.execPath, [TSC_7, '-p', config, '--pretty', 'false'], settings);
  } catch (error) {
    const { stdout } = error as { stdout: string };
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'));
    if (errors.length === 0) throw error;
    for (const line of errors) {
      const [name = ''] = line.split('/');
      found.set(name, [...(found.get(name) ?? []), line]);
    }
  }
  return found;
}

async function callEach(input: string, folder: string): Promise<Measured['calls']> {
  const skip: Skip = () => {};
  const model = withServableRoutes(withSupportedXml(buildModel(await loadDescription(input), skip), skip), skip);
  try {
    const { trips, unmade } = await roundTrip(folder, model, 1);
    const wrong = trips.filter(({ name, sent, received, answered, got }) => {
      // In XML a list that is null has no form; in a form, nothing that is null, and no object without members.
      const meaning = name.includes('xml') ? withoutNull : name.includes('form') ? withoutEmpty : plain;
      return !alike(meaning(sent), meaning(received)) || !alike(meaning(answered), meaning(got));
    });
    return {
      made: trips.length,
      right: trips.length - wrong.length,
      wrong: wrong.map(({ name, ...values }) => `${name}: ${JSON.stringify(values)}`),
      unmade: unmade.length,
    };
  } catch (error) {
    return { made: 1, right: 0, wrong: [String((error as Error).stack)], unmade: 0 };
  }
}

/** Compares values, not prototypes; an absent member equals one that is undefined. */
function alike(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(plain(left), plain(right));
}

function withoutNull(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNull);
  const members = plain(value);
  if (typeof members !== 'object' || members === null || Object.getPrototypeOf(members) !== Object.prototype)
    return members;
  return Object.fromEntries(
    Object.entries(members).flatMap(([key, member]) => (member === null ? [] : [[key, withoutNull(member)]])),
  );
}

function withoutEmpty(value: unknown): unknown {
  const members = plain(value);
  if (typeof members !== 'object' || members === null || Object.getPrototypeOf(members) !== Object.prototype)
    return members;
  const isEmpty = (member: unknown) =>
    member === null || (typeof member === 'object' && Object.keys(member).length === 0);
  const entries = Object.entries(members).map(([key, member]) => [key, withoutEmpty(member)] as const);
  return Object.fromEntries(entries.filter(([, member]) => !isEmpty(member)));
}

function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof Error) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => (member === undefined ? [] : [[key, plain(member)]])),
  );
}
