import { itemsOf } from './answer.ts';
import { mailEvents, webhookEvents } from './generated/events.ts';
import { resources } from './generated/resources.ts';
import type { HookFunctions, Item, NodeDescription, NodeOption, WebhookFunctions } from './n8n.ts';
import type { NodeOperation } from './operation.ts';
import { requestOf } from './request.ts';
import { signatureFault } from './signature.ts';
import { words } from './words.ts';

const optionOf = (value: string): NodeOption => ({ name: words(value), value });

/** Starts a workflow with events of the service. n8n finds class and file by their common name. */
export class MailwrightTrigger {
  description: NodeDescription = {
    displayName: 'Mailwright Trigger',
    name: 'mailwrightTrigger',
    icon: 'file:mailwright.svg',
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["events"].join(", ") }}',
    description: 'Starts the workflow when something happens to contacts and mails',
    defaults: { name: 'Mailwright Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'mailwrightApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        ...{ displayName: 'Events', name: 'events', type: 'multiOptions', required: true, default: [] },
        options: webhookEvents.map(optionOf),
        description:
          'What starts the workflow; Mail Events are deliveries, opens, clicks and all else that happens to mails',
      },
      {
        ...{ displayName: 'Mail Events', name: 'mailEvents', type: 'multiOptions', default: [] },
        options: mailEvents.map(optionOf),
        displayOptions: { show: { events: ['mail_events'] } },
        description: 'Which of them; all if none is chosen',
      },
    ],
  };

  /** The webhook of the account lives as long as the workflow is active. */
  webhookMethods = {
    default: {
      async checkExists(this: HookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node');
        if (kept.webhookId === undefined || kept.secret === undefined) return false;
        const [found] = await call(this, 'get', { webhookId: kept.webhookId }).catch((error: Error) => {
          // It was deleted in the account; any other refusal is one of creating it, too.
          if (error.message.endsWith('(status 404)')) return [undefined];
          throw error;
        });
        return found?.active === true && found.url === this.getNodeWebhookUrl('default');
      },
      async create(this: HookFunctions): Promise<boolean> {
        const events = this.getNodeParameter('events') as string[];
        const types = this.getNodeParameter('mailEvents', []) as string[];
        const isOfMails = events.includes('mail_events');
        const [made] = await call(this, 'create', {
          ...{ url: this.getNodeWebhookUrl('default'), events },
          ...(isOfMails && { mailEvents: { types, batchSize: 100 } }),
        });
        Object.assign(this.getWorkflowStaticData('node'), { webhookId: made!.id, secret: made!.secret });
        return true;
      },
      async delete(this: HookFunctions): Promise<boolean> {
        const kept = this.getWorkflowStaticData('node');
        if (kept.webhookId === undefined) return true;
        await call(this, 'delete', { webhookId: kept.webhookId }).catch((error: Error) => {
          if (!error.message.endsWith('(status 404)')) throw error;
        });
        delete kept.webhookId;
        delete kept.secret;
        return true;
      },
    },
  };

  /** Takes a request that is signed with the secret of the webhook: each event of a batch is an item. */
  async webhook(this: WebhookFunctions): Promise<{ workflowData?: Item[][]; noWebhookResponse?: true }> {
    const { rawBody = new Uint8Array(), body } = this.getRequestObject();
    const headers = this.getHeaderData();
    const header = (name: string) => (Array.isArray(headers[name]) ? headers[name][0] : headers[name]);
    const fault = signatureFault(String(this.getWorkflowStaticData('node').secret), rawBody, header, Date.now());
    if (fault !== undefined) {
      this.getResponseObject().status(401).send(`Refused: ${fault}.`);
      return { noWebhookResponse: true };
    }
    const event = body as Record<string, unknown> & { events?: Record<string, unknown>[] };
    return { workflowData: [(event.events ?? [event]).map((json) => ({ json }))] };
  }
}

/** Calls an operation on webhooks. */
async function call(functions: HookFunctions, name: string, values: Record<string, unknown>) {
  const { operations } = resources.find((resource) => resource.name === 'webhooks')!;
  const operation: NodeOperation = operations.find((each) => each.name === name)!;
  const { url } = await functions.getCredentials('mailwrightApi');
  const request = requestOf(operation, String(url), values);
  return itemsOf(await functions.helpers.httpRequestWithAuthentication.call(functions, 'mailwrightApi', request));
}
