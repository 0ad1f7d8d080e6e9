import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { callRaw } from '../support/raw.ts';
import { createSendout } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';

const day = 'date=2099-03-01&hours=10&minutes=0';
const uniform = `${day}&dispatchOption=uniform`;
const hour = `${day}&dispatchOption=hour&dispatchEndInHours=4`;

/** Two requests that differ in one parameter, and where it is seen that they do. */
const changes: [parameter: string, method: string, path: string, without: string, given: string, seen: string][] = [
  ['setMailingReplyTo.active', 'POST', 'settings/replyto', 'auto=true', 'auto=true&active=false', 'settings/replyto'],
  [
    'setMailingReplyTo.auto',
    'POST',
    'settings/replyto',
    'customEmail=a@b.example',
    'customEmail=a@b.example&auto=false',
    'settings/replyto',
  ],
  [
    'setMailingReplyTo.customEmail',
    'POST',
    'settings/replyto',
    'auto=false&customEmail=a@b.example',
    'auto=false&customEmail=c@d.example',
    'settings/replyto',
  ],
  ['createMailingSchedule.date', 'PUT', 'schedule', day, day.replace('-01', '-02'), 'schedule'],
  ['createMailingSchedule.hours', 'PUT', 'schedule', day, day.replace('=10', '=11'), 'schedule'],
  ['createMailingSchedule.minutes', 'PUT', 'schedule', day, day.replace('minutes=0', 'minutes=30'), 'schedule'],
  ['createMailingSchedule.dispatchOption', 'PUT', 'schedule', day, hour, 'schedule'],
  [
    'createMailingSchedule.dispatchEndInHours',
    'PUT',
    'schedule',
    `${uniform}&dispatchEndInHours=4`,
    `${uniform}&dispatchEndInHours=5`,
    'schedule',
  ],
  [
    'createMailingSchedule.dispatchEndInDays',
    'PUT',
    'schedule',
    `${day}&dispatchOption=weekdayhour&dispatchEndInDays=2`,
    `${day}&dispatchOption=weekdayhour&dispatchEndInDays=3`,
    'schedule',
  ],
  [
    'createMailingSchedule.dispatchEndExactDatetime',
    'PUT',
    'schedule',
    `${uniform}&dispatchEndExactDatetime=2099-03-01%2014:00`,
    `${uniform}&dispatchEndExactDatetime=2099-03-01%2015:00`,
    'schedule',
  ],
  [
    'createMailingSchedule.dispatchUniformInterval',
    'PUT',
    'schedule',
    `${uniform}&dispatchEndInHours=4`,
    `${uniform}&dispatchEndInHours=4&dispatchUniformInterval=20m`,
    'schedule',
  ],
  [
    'createMailingSchedule.allowedHours',
    'PUT',
    'schedule',
    `${uniform}&dispatchEndInHours=4`,
    `${uniform}&dispatchEndInHours=4&allowedHours=10-12`,
    'schedule',
  ],
  [
    'createMailingSchedule.clicksAsResponseReference',
    'PUT',
    'schedule',
    hour,
    `${hour}&clicksAsResponseReference=true`,
    'schedule',
  ],
  ['createMailingSchedule.dispatchWavesGroup', 'PUT', 'schedule', hour, `${hour}&dispatchWavesGroup=2`, 'schedule'],
  ['addMailingAttachment.filename', 'POST', 'attachments', 'filename=a.txt', 'filename=b.txt', 'attachments'],
  [
    'updateMailingProperty.value',
    'PUT',
    'settings/properties',
    'name=kept&value=a',
    'name=kept&value=b',
    'settings/properties',
  ],
  [
    'updateMailingProperty.name',
    'PUT',
    'settings/properties',
    'name=kept&value=a',
    'name=other&value=a',
    'settings/properties',
  ],
  ['deleteMailingProperty.name', 'DELETE', 'settings/properties', 'name=kept', 'name=other', 'settings/properties'],
];

/** Lists without a parameter and with it. */
const lists: [parameter: string, without: string, given: string][] = [
  ['fields', 'states?', 'states?fields=name'],
  ['page_size', 'states?', 'states?page_size=1'],
  ['page_index', 'states?page_size=1', 'states?page_size=1&page_index=2'],
  ['orderBy', 'states?', 'states?orderBy=name'],
  ['order', 'states?', 'states?order=DESC'],
  ['trash', 'states?', 'states?trash=true'],
  ['states', 'states?', 'states?states=scheduled'],
  ['types', 'types?', 'types?types=doi'],
  ['subject', 'subject?', 'subject?subject=Zebra'],
  ['subjectOp', 'subject?subject=Zebra', 'subject?subject=Zebra&subjectOp=equals'],
  ['creatorName', 'creatorname?', 'creatorname?creatorName=nobody'],
  ['creatorNameOp', 'creatorname?creatorName=e', 'creatorname?creatorName=e&creatorNameOp=equals'],
  ['keywords', 'keywords?', 'keywords?keywords=blue'],
  ['keywordsOp', 'keywords?keywords=blue&keywords=red', 'keywords?keywords=blue&keywords=red&keywordsOp=or'],
  [
    'scheduleTime',
    'scheduletime?scheduleTime=2099-12-31%2000:00:00',
    'scheduletime?scheduleTime=2030-01-01%2000:00:00',
  ],
  [
    'beforeSchedulingTime',
    'scheduletime?scheduleTime=2099-12-31%2000:00:00',
    'scheduletime?scheduleTime=2099-12-31%2000:00:00&beforeSchedulingTime=false',
  ],
];

describe.each(usualDatabases())('what a parameter changes on $kind', ({ open }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(await open());
    const { mailings, regularMailings } = service.client;
    for (const [name, subject, tags] of [
      ['Pears', 'Zebra', 'blue'],
      ['apples', 'A Zebra comes', 'blue#red'],
    ] as const) {
      const mailingid = await mailings.create({ name, subject }).orThrow();
      await mailings.setTags({ mailingid, body: tags }).orThrow();
    }
    await mailings.create({ name: 'Opt-in', subject: 'x', type: 'doi' }).orThrow();
    const mailingid = await createSendout(service);
    await regularMailings.createSchedule({ mailingid, date: '2099-03-01', hours: '10', minutes: '0' }).orThrow();
  });
  afterAll(() => service?.close());

  /** What there is to see after a request to a new mailing, without ids and times. */
  async function seenAfter(method: string, path: string, query: string, seen: string): Promise<string> {
    const id = await createSendout(service);
    const body = ['kept', 'other'].map((key) => ({ key, value: 'old' }));
    await service.client.mailingProperties.add({ mailingid: id, body }).orThrow();
    const content = path === 'attachments' ? { headers: { 'content-type': 'text/plain' }, body: 'Hello' } : {};
    const answer = await callRaw(service, { method, path: `/mailings/${id}/${path}?${query}`, ...content });
    expect([200, 201], answer.body).toContain(answer.status);
    const told = await callRaw(service, { path: `/mailings/${id}/${seen}` });
    expect(told.status, told.body).toBe(200);
    return told.body.replace(/<id>\d+<\/id>|<(created|updated)>[^<]*<\/\1>/g, '');
  }

  test.each(changes)('%s', async (_parameter, method, path, without, given, seen) => {
    const before = await seenAfter(method, path, without, seen);
    expect(await seenAfter(method, path, without, seen), 'else nothing differs').toBe(before);
    expect(await seenAfter(method, path, given, seen)).not.toBe(before);
  });

  test.each(lists)('%s of lists', async (_parameter, without, given) => {
    const list = async (query: string) => {
      const answer = await callRaw(service, { path: `/mailings/filter/${query}` });
      expect(answer.status, answer.body).toBe(200);
      return answer.body;
    };
    expect(await list(without)).toBe(await list(without));
    expect(await list(given)).not.toBe(await list(without));
  });
});
