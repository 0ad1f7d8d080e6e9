/**
 * What n8n gives to nodes and asks of them, as far as these nodes use it (`INodeType`, `IExecuteFunctions`, `IWebhookFunctions` of
 * n8n-workflow, version 1 of its interface of nodes). Written down here: a package for n8n may have no dependencies.
 */
export interface NodeProperty {
  displayName: string;
  name: string;
  type: 'string' | 'number' | 'boolean' | 'options' | 'multiOptions' | 'json' | 'collection' | 'notice';
  default: unknown;
  required?: boolean;
  noDataExpression?: boolean;
  description?: string;
  placeholder?: string;
  hint?: string;
  options?: readonly (NodeProperty | NodeOption)[];
  typeOptions?: { multipleValues?: boolean; password?: boolean; rows?: number; minValue?: number };
  displayOptions?: { show: Record<string, readonly unknown[]> };
}

export interface NodeOption {
  name: string;
  value: string | number;
  description?: string;
  action?: string;
}

export interface NodeDescription {
  displayName: string;
  name: string;
  icon: string;
  group: string[];
  version: number;
  subtitle: string;
  description: string;
  defaults: { name: string };
  inputs: string[];
  outputs: string[];
  usableAsTool?: true;
  credentials: { name: string; required: boolean }[];
  webhooks?: { name: string; httpMethod: string; responseMode: string; path: string }[];
  properties: NodeProperty[];
}

export interface HttpRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  /** Keeps the body a text, whatever it is. */
  encoding: 'text';
  returnFullResponse: true;
  ignoreHttpStatusErrors: true;
}

export interface HttpResponse {
  statusCode: number;
  headers: Record<string, unknown>;
  body: unknown;
}

export interface Item {
  json: Record<string, unknown>;
  pairedItem?: { item: number };
}

interface Functions {
  getCredentials(name: string): Promise<Record<string, unknown>>;
  helpers: {
    httpRequestWithAuthentication: {
      call(self: unknown, credentials: string, request: HttpRequest): Promise<HttpResponse>;
    };
  };
}

export interface ExecuteFunctions extends Functions {
  getInputData(): Item[];
  getNodeParameter(name: string, item: number, fallback?: unknown): unknown;
  continueOnFail(): boolean;
}

interface Kept {
  /** Kept with the workflow, and changed in place. */
  getWorkflowStaticData(kind: 'node'): Record<string, unknown>;
}

export interface HookFunctions extends Functions, Kept {
  getNodeParameter(name: string, fallback?: unknown): unknown;
  getNodeWebhookUrl(name: string): string | undefined;
}

export interface WebhookFunctions extends Kept {
  getRequestObject(): { rawBody?: Uint8Array; body?: unknown };
  getHeaderData(): Record<string, string | string[] | undefined>;
  getResponseObject(): { status(code: number): { send(text: string): unknown } };
}
