import type { TestService } from './service.ts';

/** Makes a trigger that needs no permission, and queues its mail to a contact as a worker does. Returns the trigger's id. */
export async function queueTriggerMail(service: TestService, contact: number): Promise<number> {
  const { client, db } = service;
  const trigger = await client.mailings.create({ name: 'Trigger', subject: 'Hi', type: 'trigger' }).orThrow();
  await client.mailings.setSender({ mailingid: trigger, body: 'shop@example.org' }).orThrow();
  await client.mailings.setHtml({ mailingid: trigger, body: '<p>Hi</p>' }).orThrow();
  const released = { state: 'released' as const, ignore_permission: true };
  await db.updateTable('mailing').set(released).where('id', '=', trigger).execute();
  const row = { account_id: service.accountId, mailing_id: trigger };
  await db
    .insertInto('recipient')
    .values({ ...row, contact_id: contact })
    .execute();
  await db
    .insertInto('recipient_batch')
    .values({ ...row, contact_ids: [contact] })
    .execute();
  service.wakeWorker();
  return trigger;
}
