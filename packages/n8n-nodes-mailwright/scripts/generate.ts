import { join } from 'node:path';
import { type ApiModel, generate, type Output, sourceFile } from '@mailwright/codegen';
import { nodeResources } from './resources.ts';

/** An output of the generator: what the nodes offer and send. */
const n8n: Output = {
  about: 'resources.ts, events.ts: operations and events as n8n nodes offer them',
  emit(model: ApiModel) {
    const resources = nodeResources(model).map((resource) => `  ${JSON.stringify(resource)},`);
    const table = `export const resources: readonly NodeResource[] = [\n${resources.join('\n')}\n];`;
    const valuesOf = (schema: string) => JSON.stringify(model.schemas.get(schema)!.enum);
    const events = `export const webhookEvents: readonly string[] = ${valuesOf('WebhookEventType')};

export const mailEvents: readonly string[] = ${valuesOf('MailEventType')};`;
    return new Map([
      ['resources.ts', sourceFile(model, [`import type { NodeResource } from '../operation.ts';`], table)],
      ['events.ts', sourceFile(model, [], events)],
    ]);
  },
};

const room = join(import.meta.dirname, '..');
await generate({
  input: join(room, '../../spec/openapi.yaml'),
  output: join(room, 'src/generated'),
  parts: [],
  outputs: { n8n },
});
