import type { HttpRequest, HttpResponse } from '../../../n8n-nodes-mailwright/src/n8n.ts';

/** What n8n gives to a node of a workflow: its parameters, its credentials and a way to send requests with them. */
export function n8nFunctions(
  { url, apiKey, fetch: send }: { url: string; apiKey: string; fetch: typeof fetch },
  parameters: Record<string, unknown>,
) {
  const kept: Record<string, unknown> = {};
  const request = async (_self: unknown, credentials: string, options: HttpRequest): Promise<HttpResponse> => {
    if (credentials !== 'mailwrightApi') throw new Error(`There are no credentials ${credentials}.`);
    const { method, url: address, headers, body } = options;
    const response = await send(address, {
      method,
      headers: { ...headers, authorization: `Bearer ${apiKey}` },
      ...(body !== undefined && { body }),
    });
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  };
  return {
    kept,
    getCredentials: async () => ({ url, apiKey }),
    getWorkflowStaticData: () => kept,
    helpers: { httpRequestWithAuthentication: { call: request } },
    /** Of a node that runs, the parameter of an item; of a hook, the parameter. */
    parameter: (name: string, fallback?: unknown) => parameters[name] ?? fallback,
  };
}
