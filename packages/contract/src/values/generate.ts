import type { JsonSchema } from '@mailwright/codegen/description';
import { createInstance, type IHttpMockConfig } from '#prism';
import { logger } from '../contract/prism.ts';
import type { Resource } from '../contract/resource.ts';
import { modest } from './modest.ts';

const config: IHttpMockConfig = {
  isProxy: false,
  validateRequest: false,
  validateResponse: false,
  checkSecurity: false,
  errors: false,
  upstreamProxy: undefined,
  mock: { dynamic: true, ignoreExamples: true, seed: 'contract', mediaTypes: ['application/json'] },
};

/**
 * A value of a schema, always the same one: Prism's generator makes it, as the body of an answer that nobody sent.
 * Undefined when the schema is beyond it.
 */
export async function generateValue(schema: JsonSchema, bundle?: unknown): Promise<unknown> {
  const resource = {
    id: 'value',
    method: 'get',
    path: '/',
    responses: [
      { id: 'ok', code: '200', contents: [{ id: 'json', mediaType: 'application/json', schema: modest(schema) }] },
    ],
    __bundled__: bundle && modest(bundle),
  } as unknown as Resource;
  const prism = createInstance(config, { logger, route: () => ({ _tag: 'Right', right: resource }) });
  const result = await prism.request({ method: 'get', url: { path: '/' } }, [resource])();
  return result._tag === 'Right' ? result.right.output.body : undefined;
}
