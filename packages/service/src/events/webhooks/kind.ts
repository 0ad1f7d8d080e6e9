/** Some events that a webhook is called for, one after the other. */
export interface WebhookDelivery {
  webhookId: number;
  eventIds: number[];
}

export const deliveryKind = { kind: 'deliver-events' };
