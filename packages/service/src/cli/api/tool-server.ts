import { Server } from '@modelcontextprotocol/server';
import { version } from '../version.ts';
import type { SendCall } from './call.ts';
import { type ApiOperation, readBodySchemas } from './description.ts';

/** A server with one tool for each operation, named by its operationId. */
export function toolServer(operations: readonly ApiOperation[], send: SendCall): Server {
  const bodies = readBodySchemas();
  const byName = new Map(operations.map((operation) => [operation.id, operation]));
  const tools = operations.map((operation) => ({
    name: operation.id,
    title: operation.summary,
    description: [operation.summary, operation.description].filter(Boolean).join('\n\n'),
    inputSchema: inputSchema(operation, bodies.get(operation.id)),
    annotations: {
      readOnlyHint: operation.method === 'GET',
      destructiveHint: operation.method === 'DELETE',
      openWorldHint: false,
    },
  }));
  const server = new Server({ name: 'mailwright', version }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const operation = byName.get(params.name);
    if (!operation) return failure(`There is no tool ${params.name}.`);
    const { body, ...given } = params.arguments ?? {};
    try {
      const parameters = new Map(Object.entries(given));
      const answer = await send(operation, { parameters, body: bodyOf(operation, body) });
      if (!answer.ok) return failure(`${answer.status}: ${answer.text}`);
      const text = typeof answer.value === 'object' ? JSON.stringify(answer.value) : answer.text;
      return { content: [{ type: 'text' as const, text: text || 'Done.' }] };
    } catch (error) {
      return failure((error as Error).message);
    }
  });
  return server;
}

const failure = (text: string) => ({ content: [{ type: 'text' as const, text }], isError: true });

const isText = ({ body }: ApiOperation) => body?.mediaTypes.every((type) => !/[/+](xml|json)$/.test(type));

function bodyOf(operation: ApiOperation, body: unknown) {
  if (body === undefined) return undefined;
  if (!isText(operation)) return { value: body };
  const [mediaType] = operation.body!.mediaTypes;
  return { bytes: Buffer.from(String(body)), mediaType: mediaType === '*/*' ? 'application/octet-stream' : mediaType! };
}

function inputSchema(operation: ApiOperation, body: object | undefined) {
  const { parameters } = operation;
  const { $defs, ...bodySchema } = { $defs: {}, ...(isText(operation) ? { type: 'string' } : body) };
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return {
    type: 'object' as const,
    properties: {
      ...Object.fromEntries(parameters.map(({ name, schema, description }) => [name, { ...schema, description }])),
      ...(operation.body && { body: bodySchema }),
    },
    required: operation.body?.required ? [...required, 'body'] : required,
    additionalProperties: false,
    $defs,
  };
}
