import { itemsOf } from './answer.ts';
import { resources } from './generated/resources.ts';
import type { ExecuteFunctions, Item, NodeDescription } from './n8n.ts';
import type { NodeField, NodeOperation } from './operation.ts';
import { nodeProperties, optional } from './properties.ts';
import { requestOf } from './request.ts';

/** The operations of the service, as a node. n8n finds class and file by their common name. */
export class Mailwright {
  description: NodeDescription = {
    displayName: 'Mailwright',
    name: 'mailwright',
    icon: 'file:mailwright.svg',
    group: ['output'],
    version: 1,
    subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
    description: 'Contacts, mailings, transactional mails, automation and reports',
    defaults: { name: 'Mailwright' },
    inputs: ['main'],
    outputs: ['main'],
    usableAsTool: true,
    credentials: [{ name: 'mailwrightApi', required: true }],
    properties: nodeProperties(resources),
  };

  /** Runs the operation once for each item that comes in. */
  async execute(this: ExecuteFunctions): Promise<Item[][]> {
    const results: Item[] = [];
    const { url } = await this.getCredentials('mailwrightApi');
    for (const item of this.getInputData().keys()) {
      try {
        const operation = operationOf(this, item);
        const request = requestOf(operation, String(url), valuesOf(this, operation, item));
        const answer = await this.helpers.httpRequestWithAuthentication.call(this, 'mailwrightApi', request);
        results.push(...itemsOf(answer).map((json) => ({ json, pairedItem: { item } })));
      } catch (error) {
        if (!this.continueOnFail()) throw error;
        results.push({ json: { error: (error as Error).message }, pairedItem: { item } });
      }
    }
    return [results];
  }
}

function operationOf(functions: ExecuteFunctions, item: number): NodeOperation {
  const [resource, name] = ['resource', 'operation'].map((each) => functions.getNodeParameter(each, item));
  const operations = resources.find((each) => each.name === resource)?.operations;
  const operation = operations?.find((each) => each.name === name);
  if (operation === undefined)
    throw new Error(`This version of the node has no operation ${name} of ${resource}. Choose another one.`);
  return operation;
}

/** What a person gave: fields that an operation needs, and the options that were added. */
function valuesOf(functions: ExecuteFunctions, { fields }: NodeOperation, item: number): Record<string, unknown> {
  const given = functions.getNodeParameter(optional, item, {}) as Record<string, unknown>;
  const value = (field: NodeField) =>
    field.required ? functions.getNodeParameter(field.name, item) : given[field.name];
  return Object.fromEntries(fields.map((field) => [field.name, value(field)]));
}
