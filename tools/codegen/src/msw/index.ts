import { propertyKey } from '../common/names.ts';
import { sourceFile } from '../emit/header.ts';
import { exampleNames } from '../examples/index.ts';
import type { ApiModel, Content, Operation } from '../model/model.ts';
import { servedOperations } from '../model/routes.ts';

/**
 * Request handlers for Mock Service Worker: `msw/index.ts`. The stub answers, with handlers of the test or with examples, so that
 * XML and JSON are right and requests are validated.
 */
export function emitMsw(model: ApiModel): Map<string, string> {
  const factories = exampleNames(model);
  const answers = servedOperations(model).map((operation) => answerOf(operation, factories));
  const used = [...new Set(answers.flatMap(({ factory }) => factory ?? []))].sort();
  const imports = [
    `import { mockFetch } from '@mailwright/server-runtime/mock';`,
    ...(answers.some(({ text }) => text !== 'undefined')
      ? [`import { reply } from '@mailwright/server-runtime';`]
      : []),
    `import { http, type RequestHandler } from 'msw';`,
    ...(used.length > 0 ? [`import { ${used.join(', ')} } from '../examples/index.ts';`] : []),
    `import { api, type Handlers } from '../server/index.ts';`,
  ];
  const isSeeded = used.length > 0;
  // Factories begin with `example`, so that none has the name of a function here.
  const text = `export interface MockOptions {
  /** Base URL of the mocked service. */
  baseUrl: string;
  /** Handlers of the test, by operationId, as those of the stub. */
  handlers?: Partial<Handlers<undefined>>;
  /** Seed of the examples that all other operations answer. */
  seed?: number;
  /** Mocks only the operations of \`handlers\`, for \`server.use\`. */
  only?: boolean;
}

/** Handlers for \`setupServer\` or \`setupWorker\` that mock a service: it answers valid examples and checks what it is sent. */
export function mockService({ baseUrl, handlers = {}, seed = 0, only = false }: MockOptions): RequestHandler[] {
  const answer = mockFetch(api, { ...(only ? {} : answersWith(seed)), ...handlers }, baseUrl);
  return [http.all(\`\${baseUrl.replace(/\\/$/, '')}/*\`, ({ request }) => answer(request))];
}

function answersWith(${isSeeded ? 'seed' : '_seed'}: number) {
  return {
${answers.map(({ id, text: answer }) => `    ${propertyKey(id)}: () => ${answer},`).join('\n')}
  };
}`;
  return new Map([['msw/index.ts', sourceFile(model, imports, text)]]);
}

/** Default response of an operation: its first success, with an example of its first media type. */
function answerOf(operation: Operation, factories: ReadonlyMap<string, string>) {
  const { id, responses, paging } = operation;
  const success = responses.find(({ status }) => typeof status === 'number' && status < 300);
  if (!success) return { id, text: 'undefined' };
  const { status } = success;
  const content = success.contents[0];
  const factory = content?.schema === undefined ? undefined : factories.get(content.schema);
  if (content === undefined) return { id, text: `reply(${status})` };
  const value = exampleOf(content, factory);
  const body = paging ? `{ items: ${value}, total: 1 }` : value;
  return { id, text: `reply(${status}, ${body})`, factory: value.includes('(seed)') ? factory : undefined };
}

function exampleOf({ kind, sequence, raw }: Content, factory: string | undefined): string {
  if (kind === 'binary') return 'new Uint8Array([1, 2, 3])';
  if (kind === 'text' || raw) return `'text'`;
  const value = factory === undefined ? '{}' : `${factory}(seed)`;
  return sequence ? `[${value}]` : value;
}
