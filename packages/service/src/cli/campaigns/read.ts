import { statSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type Document, isMap, isNode, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import { listYaml, pathBeside, readText, readYaml } from './files.ts';
import {
  type Campaigns,
  type ContentPart,
  contentFiles,
  identities,
  keyOf,
  type Locate,
  type Properties,
  type SampleContact,
  type Section,
  sections,
  type Thing,
  titleOf,
} from './model.ts';
import { campaignSchema } from './schema.ts';

type Path = readonly (string | number)[];
type Read = Partial<Record<Section, Properties[] | null>> & {
  samples?: { email: string; fields?: Record<string, string | number | boolean> }[] | null;
};

/** Faults that are shown at once; one mistake often has many. */
const shownFaults = 20;
/** More than an account may have of anything. */
const mostAliases = 100;

let validate: ValidateFunction<Read | null> | undefined;
function validator(): ValidateFunction<Read | null> {
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, discriminator: true, strict: false });
  validate ??= ajv.compile<Read | null>(campaignSchema);
  return validate;
}

/**
 * Reads a directory of campaigns.
 * @throws Error that names file, line and key of each fault
 */
export function readCampaigns(root: string): Campaigns {
  if (!statSync(root).isDirectory()) throw new Error(`${root} is not a directory`);
  const faults: string[] = [];
  const things: Thing[] = [];
  const samples: SampleContact[] = [];
  const paths = listYaml(root);
  if (paths.length === 0) throw new Error(`${root} has no file that ends with .yaml`);
  for (const path of paths) readFile(root, path, { faults, things, samples });
  faults.push(...findDoubles(things));
  if (faults.length > 0) throw new Error(shorten(faults).join('\n'));
  // A mistyped directory must not pass for one in which all is well.
  if (things.length === 0) throw new Error(`${root} describes nothing; its files with YAML have no sections`);
  return { things, samples };
}

function shorten(faults: readonly string[]): string[] {
  const distinct = [...new Set(faults)];
  const rest = distinct.length - shownFaults;
  return rest > 0 ? [...distinct.slice(0, shownFaults), `… and ${rest} more`] : distinct;
}

function readFile(root: string, path: string, { faults, ...found }: Campaigns & { faults: string[] }): void {
  let text: string;
  try {
    text = readYaml(root, path);
  } catch (error) {
    faults.push((error as Error).message);
    return;
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true, prettyErrors: false });
  const wrong = [...document.errors, ...document.warnings];
  if (wrong.length > 0) {
    faults.push(...wrong.map(({ message, pos }) => `${path}:${lines.linePos(pos[0]).line}: ${message}`));
    return;
  }
  let read: unknown;
  try {
    read = document.toJS({ maxAliasCount: mostAliases });
  } catch (error) {
    faults.push(`${path}: ${(error as Error).message}`);
    return;
  }
  const locate = locator(path, document, lines);
  const isRight = validator();
  if (!isRight(read)) {
    faults.push(...explain(isRight.errors!, locate));
    return;
  }
  if (read === null) return;
  const { samples, ...rest } = read as Read;
  for (const { email, fields = {} } of samples ?? []) {
    const entries = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
    found.samples.push({ email, fields: Object.fromEntries(entries) });
  }
  for (const section of sections)
    for (const [index, { ...properties }] of (rest[section] ?? []).entries()) {
      const identity = identities[section];
      const name = String(properties[identity]);
      delete properties[identity];
      const here: Locate = (inner) => locate([section, index, ...inner]);
      const thing: Thing = { section, name, properties, files: {}, locate: here };
      faults.push(...readContents(root, path, thing));
      found.things.push(thing);
    }
}

/** Puts the contents of files in the place of their paths. */
function readContents(root: string, path: string, thing: Thing): string[] {
  if (thing.section !== 'mailings' && thing.section !== 'templates') return [];
  const faults: string[] = [];
  for (const [part, mostBytes] of Object.entries(contentFiles) as [ContentPart, number][]) {
    const named = thing.properties[part];
    if (typeof named !== 'string') continue;
    try {
      const file = pathBeside(path, named);
      thing.properties[part] = readText(root, file, mostBytes);
      thing.files[part] = file;
    } catch (error) {
      faults.push(`${thing.locate([part])}: ${(error as Error).message}`);
    }
  }
  return faults;
}

function findDoubles(things: readonly Thing[]): string[] {
  const first = new Map<string, Thing>();
  return things.flatMap((thing) => {
    const key = `${thing.section} ${keyOf(thing.name)}`;
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, thing);
      return [];
    }
    const identity = identities[thing.section];
    return [`${thing.locate([identity])}: ${titleOf(thing)} is in ${other.locate([identity])} already`];
  });
}

/** Returns a function that says where a value of a document stands. */
function locator(file: string, document: Document, lines: LineCounter): Locate {
  return (path) => {
    const line = lineOf(document, lines, path);
    return [line === undefined ? file : `${file}:${line}`, keyText(path)].filter(Boolean).join(': ');
  };
}

/** Line of a value, or of the nearest one around it. */
function lineOf(document: Document, lines: LineCounter, path: Path): number | undefined {
  let node: unknown = document.contents;
  let at: Node | undefined = isNode(node) ? node : undefined;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(isNode(key) ? key.toJSON() : key) === String(step));
      if (isNode(pair?.key)) at = pair.key;
      node = pair?.value;
    } else if (isSeq(node)) node = node.items[Number(step)];
    else break;
    if (isNode(node) && isSeq(node) === false && typeof step === 'number') at = node;
  }
  return at?.range ? lines.linePos(at.range[0]).line : undefined;
}

/** `mailings[0].segment` */
const keyText = (path: Path): string =>
  path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');

const pathOf = (pointer: string): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));

const words = new Map([
  ['string', 'a text; write it in quotation marks'],
  ['array', 'a list'],
  ['object', 'a list of keys with values'],
  ['boolean', 'true or false'],
  ['integer', 'a whole number'],
  ['number', 'a number'],
]);

const typeWords = (types: string | string[]): string =>
  [types]
    .flat()
    .flatMap((type) => words.get(type) ?? [])
    .join(', or ');

/** What Ajv says, in the order of the file, without what only follows from it. */
function explain(errors: readonly ErrorObject[], locate: Locate): string[] {
  const consequences = new Set(['anyOf', 'oneOf', 'if', 'not']);
  const told = errors.filter(({ keyword }) => !consequences.has(keyword) || errors.length === 1);
  // Of a value or null, only what is wrong with the value says something.
  const isAboutNull = ({ params, schemaPath }: ErrorObject) => params.type === 'null' && schemaPath.includes('/anyOf/');
  const faults = (told.length > 0 ? told : errors).filter((error) => errors.length === 1 || !isAboutNull(error));
  return faults.map(({ instancePath, keyword, message, params }) => {
    const path = pathOf(instancePath);
    if (keyword === 'additionalProperties')
      return `${locate([...path, params.additionalProperty as string])}: it is not known here`;
    if (keyword === 'not') return `${locate(path)}: give html or mjml, not both`;
    if (keyword === 'required') return `${locate(path)}: ${params.missingProperty} is missing`;
    if (keyword === 'discriminator') return `${locate([...path, 'kind'])}: there is no such kind`;
    if (keyword === 'enum')
      return `${locate(path)}: it must be one of ${(params.allowedValues as unknown[]).join(', ')}`;
    if (keyword === 'type') return `${locate(path)}: it must be ${typeWords(params.type as string | string[])}`;
    return `${locate(path)}: it ${message}`;
  });
}
