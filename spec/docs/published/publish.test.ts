import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildModel, compilePlans, generate, loadDescription, type OpenApiDocument } from '@mailwright/codegen';
import { referenceCodec } from '@mailwright/xml-codec/reference';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, expect, test } from 'vitest';
import { descriptionFile } from '../../src/files.ts';
import { readAnsweredErrors } from '../answered-errors.ts';
import { readErrors } from '../errors.ts';
import { messagePattern } from '../page/message-pattern.ts';
import { schemaName } from '../samples.ts';
import { publish } from './publish.ts';

const model = buildModel(await loadDescription(descriptionFile));
const { description, twin, comparable } = publish(model);

interface Body {
  /** `createMailing 201 application/xml` */
  place: string;
  schema: string;
  isXml: boolean;
  /** Names of components, by name of the example. */
  examples: Record<string, { $ref: string }>;
}

/** The bodies of all requests and responses. */
function bodiesOf(document: OpenApiDocument): Body[] {
  return model.operations.flatMap(({ id, path, method }) => {
    const { requestBody, responses } = document.paths[path][method.toLowerCase()];
    const holders = Object.entries<OpenApiDocument>({ ...(requestBody && { request: requestBody }), ...responses });
    return holders.flatMap(([place, { content = {} }]) =>
      Object.entries<OpenApiDocument>(content).map(([mediaType, media]) => ({
        place: `${id} ${place} ${mediaType}`,
        schema: schemaName(media),
        isXml: mediaType.endsWith('xml'),
        examples: media.examples ?? {},
      })),
    );
  });
}

const exampleValue = (document: OpenApiDocument, { $ref }: { $ref: string }) =>
  document.components.examples[$ref.slice('#/components/examples/'.length)].value;

const bodies = bodiesOf(description);
const documents = new Map(
  bodies
    .filter(({ isXml }) => isXml)
    .flatMap(({ place, schema, examples }) =>
      Object.entries(examples).map(
        ([name, reference]) => [reference.$ref, { place, schema, name, reference }] as const,
      ),
    ),
);

const room = join(import.meta.dirname, '../../generated');
mkdirSync(room, { recursive: true });
const scratch = mkdtempSync(join(room, 'examples-'));
await generate({ input: descriptionFile, output: scratch, parts: ['codecs'] });
afterAll(() => rmSync(scratch, { recursive: true }));

test.each([
  ['the description', description],
  ['the twin', twin],
  ['the comparable form', comparable],
])('%s has an example of every body', (_name, document) => {
  const bare = bodiesOf(document).filter(({ examples }) => Object.keys(examples).length === 0);
  expect(bare.map(({ place }) => place)).toEqual([]);
});

test('both codecs read every document as the value that is its example elsewhere', async () => {
  const plans = compilePlans(model.document, new Set([...documents.values()].map(({ schema }) => schema)));
  const values = new Map(bodiesOf(comparable).map(({ place, examples }) => [place, examples]));
  for (const { place, schema, name, reference } of documents.values()) {
    const text = exampleValue(description, reference);
    const value = exampleValue(comparable, values.get(place)![name]!);
    const compiled = (await import(`${scratch}/codecs/${schema}.ts`))[`${schema}Codec`];
    expect(referenceCodec(schema, plans).decode(text), `${place} ${name}`).toEqual(value);
    expect(compiled.decode(text), `${place} ${name}`).toEqual(value);
  }
  expect(documents.size).toBeGreaterThan(500);
});

test('every value is one of its schema', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema({ $id: 'api', components: description.components });
  const wrong = bodiesOf(comparable).flatMap(({ place, schema, examples }) => {
    const isValid = ajv.getSchema(`api#/components/schemas/${schema}`)!;
    return Object.entries(examples)
      .filter(([, reference]) => !isValid(exampleValue(comparable, reference)))
      .map(([name]) => `${place} ${name}`);
  });
  expect(wrong).toEqual([]);
});

test('every example is used', () => {
  const used = new Set(bodies.flatMap(({ examples }) => Object.values(examples).map(({ $ref }) => $ref)));
  const all = Object.keys(description.components.examples).map((name) => `#/components/examples/${name}`);
  expect(all.filter((each) => !used.has(each))).toEqual([]);
});

test('every error of an example is on the page of error messages, with its status', () => {
  const known = (status: string) =>
    readErrors().flatMap((group) => (String(group.status) === status ? Object.keys(group.messages) : []));
  const unknown = Object.entries(readAnsweredErrors()).flatMap(([status, messages]) => {
    const patterns = known(status).map(messagePattern);
    const isKnown = (text: string) => patterns.some((pattern) => pattern.test(text));
    // One message can have several, separated by semicolons.
    return Object.keys(messages).filter((text) => !isKnown(text) && !text.split('; ').every(isKnown));
  });
  expect(unknown).toEqual([]);
});

test('every operation has a sample in five languages', () => {
  const labels = ['curl', 'TypeScript', 'Python', 'PHP', 'Java'];
  for (const { path, method, id } of model.operations) {
    const samples: { label: string; source: string }[] = description.paths[path][method.toLowerCase()]['x-codeSamples'];
    expect(
      samples.map(({ label }) => label),
      id,
    ).toEqual(labels);
    expect(samples.every(({ source }) => source.includes('localhost:8443'))).toBe(true);
  }
});

test('links lead to parameters that their operations have', () => {
  const byId = new Map(model.operations.map((operation) => [operation.id, operation]));
  const links = model.operations.flatMap(({ path, method }) =>
    Object.values<OpenApiDocument>(description.paths[path][method.toLowerCase()].responses).flatMap((response) =>
      Object.values<OpenApiDocument>(response.links ?? {}),
    ),
  );
  const lost = links.flatMap(({ operationId, parameters = {} }) =>
    Object.keys(parameters).filter((name) => !byId.get(operationId)?.parameters.some((each) => each.name === name)),
  );
  expect(lost).toEqual([]);
  expect(links.length).toBeGreaterThan(80);
});
