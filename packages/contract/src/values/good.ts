import type { Content, Operation, Parameter } from '@mailwright/codegen/description';
import { mediaKind, wholeMediaType } from '@mailwright/codegen/description';
import type { Contract } from '../contract/contract.ts';
import type { Corpus } from '../contract/corpus.ts';
import { forDirection } from '../contract/direction.ts';
import type { Resource } from '../contract/resource.ts';
import { isForm } from '../judge/document.ts';
import { fits } from './fits.ts';
import { generateValue } from './generate.ts';

export interface GoodBody {
  /** `application/xml, all-fields` */
  about: string;
  contentType: string;
  value: unknown;
  /** Situations that it takes beside those of the operation. */
  given?: string[];
  /** The body as it is to be sent, when it is written already. */
  document?: string;
}

interface Described {
  name: string;
  schema?: object;
  examples?: { value?: unknown }[];
}

/** A value that a parameter may have: the description's example if it is one, else its default, else a generated one. */
export async function goodParameter(contract: Contract, operation: Operation, parameter: Parameter): Promise<unknown> {
  const { path = [], query = [], headers = [], cookie = [] } = contract.resource(operation.id).request ?? {};
  const place = { path, query, header: headers, cookie }[parameter.in] as Described[];
  const described = place.find((each) => each.name.toLowerCase() === parameter.name.toLowerCase());
  const example = described?.examples?.find((each) => each.value !== undefined)?.value ?? parameter.schema.example;
  const isGood = example !== undefined && isExample(parameter, example);
  return asList(parameter, isGood ? example : (parameter.default ?? (await generateValue(parameter.schema))));
}

const asList = ({ array }: Parameter, value: unknown) => (array && !Array.isArray(value) ? [value] : value);

/** Examples of numbers are often quoted. */
function isExample(parameter: Parameter, example: unknown): boolean {
  const { schema, scalar } = parameter;
  const isQuoted = typeof example === 'string' && (scalar === 'integer' || scalar === 'number');
  return fits(schema, asList(parameter, isQuoted ? Number(example) : example));
}

/** Bodies that an operation may be sent: the cases of the corpus, else the description's examples, else generated ones. */
export async function goodBodies(contract: Contract, operation: Operation, corpus: Corpus): Promise<GoodBody[]> {
  const bodies = await Promise.all(operation.bodies.map((content) => bodiesOf(contract, operation, content, corpus)));
  // An empty text is no body.
  return bodies.flat().filter(({ value }) => value !== '' || !operation.bodyRequired);
}

async function bodiesOf(contract: Contract, operation: Operation, content: Content, corpus: Corpus) {
  const contentType = content.mediaType.replaceAll('*', 'x-any');
  const good = (name: string, value: unknown): GoodBody => ({ about: `${contentType}, ${name}`, contentType, value });
  if (content.kind === 'binary' && !isForm(content.mediaType)) return [good('bytes', '\u0000\u0001bytes\u00ff')];
  const cases = corpus.get(content.schema ?? content.textSchema ?? '') ?? [];
  if (cases.length > 0)
    return cases.map(({ name, value, xml }) => ({
      ...good(name, value),
      ...(content.kind === 'xml' && xml !== undefined ? { document: xml } : {}),
    }));
  const twin = bodyInTwin(contract, operation, content);
  const examples = (twin?.examples ?? []).filter(({ value }) => value !== undefined);
  if (examples.length > 0) return examples.map(({ value }, i) => good(`example ${i + 1}`, value));
  const { __bundled__ } = contract.resource(operation.id) as { __bundled__?: Record<string, object> };
  const bundle = Object.fromEntries(
    Object.entries(__bundled__ ?? {}).map(([key, schema]) => [key, forDirection(schema, 'request', __bundled__)]),
  );
  return [good('generated', await generateValue(twin?.schema ?? { type: 'string' }, bundle))];
}

/** The schema of a body in the JSON twin, references resolved. */
export function bodyInTwin(contract: Contract, operation: Operation, { mediaType }: Content): Described | undefined {
  const wanted = mediaKind(mediaType) === 'xml' ? 'application/json' : mediaType;
  const { request, __bundled__ } = contract.resource(operation.id) as Resource & { __bundled__?: unknown };
  const found = request?.body?.contents?.find((each) => wholeMediaType(each.mediaType) === wanted) as
    | Described
    | undefined;
  return found?.schema ? { ...found, schema: forDirection(found.schema, 'request', __bundled__) } : found;
}
