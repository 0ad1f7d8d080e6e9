import type { Client } from '@mailwright/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { usualDatabases } from '../support/database.ts';
import { callRaw, messageOf } from '../support/raw.ts';
import { seal } from '../support/seal.ts';
import { createSendout, outcomes, reached } from '../support/sendout.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';

/** Winter and summer of next year: the account is in Berlin. */
const year = new Date().getUTCFullYear() + 1;
const winter = `${year}-01-15`;
const summer = `${year}-07-15`;

describe.each(usualDatabases())('schedules on $kind', ({ open }) => {
  let service: TestService;
  let client: Client;
  let smtp: SmtpSink;
  beforeAll(async () => {
    smtp = await startSmtpSink();
    service = await startTestService(await open(), smtp.url);
    client = service.client;
    await service.db.updateTable('account').set({ time_zone: 'Europe/Berlin' }).execute();
  });
  afterAll(async () => {
    await service?.close();
    await smtp?.close();
  });
  const mailingOf = async (id: number) =>
    service.db.selectFrom('mailing').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  test('created, read, updated, deleted, in the time zone of the account', async () => {
    const mailingid = await createSendout(service);
    const { regularMailings } = client;
    await regularMailings.createSchedule({ mailingid, date: winter, hours: '8', minutes: '5' }).orThrow();
    expect(await regularMailings.getSchedule({ mailingid }).orThrow()).toEqual({
      date: winter,
      hours: '08',
      minutes: '05',
      state: 'scheduled',
    });
    expect((await mailingOf(mailingid)).schedule_time).toEqual(new Date(`${winter}T07:05:00Z`));
    expect(await client.mailings.getState({ mailingid }).orThrow()).toBe('scheduled');

    await regularMailings
      .updateSchedule({
        mailingid,
        date: summer,
        hours: '20',
        minutes: '30',
        dispatchOption: 'uniform',
        dispatchEndExactDatetime: `${year}-07-16 02:00`,
        dispatchUniformInterval: '30m',
        allowedHours: '0,20-22',
      })
      .orThrow();
    expect((await mailingOf(mailingid)).schedule_time).toEqual(new Date(`${summer}T18:30:00Z`));
    expect(await regularMailings.getSchedule({ mailingid }).orThrow()).toEqual({
      date: summer,
      hours: '20',
      minutes: '30',
      state: 'scheduled',
      dispatchOption: 'uniform',
      dispatchEndInHours: 0,
      dispatchEndInDays: 0,
      dispatchEndExactDatetime: `${year}-07-16 02:00`,
      clicksAsResponseReference: false,
      dispatchWavesGroup: 3,
      dispatchUniformInterval: '30m',
      allowedHours: '0,20-22',
    });

    await regularMailings
      .updateSchedule({
        mailingid,
        date: summer,
        hours: '20',
        minutes: '30',
        dispatchOption: 'weekdayhour',
        dispatchEndInDays: 3,
        clicksAsResponseReference: true,
        dispatchWavesGroup: 1,
      })
      .orThrow();
    expect(await regularMailings.getSchedule({ mailingid }).orThrow()).toMatchObject({
      dispatchOption: 'weekdayhour',
      dispatchEndInDays: 3,
      dispatchEndExactDatetime: null,
      clicksAsResponseReference: true,
      dispatchWavesGroup: 1,
    });

    await regularMailings.deleteSchedule({ mailingid }).orThrow();
    expect(await client.mailings.getState({ mailingid }).orThrow()).toBe('draft');
    expect((await regularMailings.getSchedule({ mailingid })).status).toBe(404);
    expect((await mailingOf(mailingid)).schedule_time).toBeNull();
    expect(await service.db.selectFrom('job').select('id').where('kind', '=', 'fire-schedule').execute()).toEqual([]);
  });

  test('when its time comes, the mailing goes out with its files, and can be scheduled no more', async () => {
    const mailingid = await createSendout(service);
    await client.mailings.setSubject({ mailingid, body: 'In time' }).orThrow();
    const content = Buffer.from('%PDF-1.7\n\x00\xff words', 'latin1');
    await client.mailingAttachments
      .add({ mailingid, filename: 'Größen.pdf', contentType: 'application/pdf', body: content })
      .orThrow();
    await client.regularMailings.createSchedule({ mailingid, date: winter, hours: '8', minutes: '5' }).orThrow();
    // The time of the schedule is put into the past, as if it had come.
    const past = new Date(Date.now() - 60_000);
    await service.db.updateTable('mailing').set({ schedule_time: past }).where('id', '=', mailingid).execute();
    await service.db.updateTable('job').set({ due_at: past }).where('kind', '=', 'fire-schedule').execute();
    await reached(service, mailingid, 'done');
    expect(await outcomes(service, mailingid)).toEqual({ sent: 6 });
    const mails = smtp.mails.filter(({ email }) => email.subject === 'In time');
    for (const { email } of mails) {
      const [file, ...others] = email.attachments;
      expect([file!.filename, file!.mimeType, others]).toEqual(['Größen.pdf', 'application/pdf', []]);
      expect(content.equals(Buffer.from(file!.content as ArrayBuffer))).toBe(true);
    }
    expect(await client.regularMailings.getSchedule({ mailingid }).orThrow()).toMatchObject({ state: 'fired' });
    const path = `/mailings/${mailingid}/schedule?date=${winter}&hours=08&minutes=00`;
    for (const method of ['PUT', 'POST']) {
      const answer = await callRaw(service, { method, path });
      expect([answer.status, answer.headers.allow]).toEqual([405, 'GET']);
      expect(messageOf(answer)).toContain(`Mailing with id ${mailingid} is done`);
    }
    expect((await client.regularMailings.deleteSchedule({ mailingid })).status).toBe(409);
  });

  test('what is refused, and why', async () => {
    const create = (type: 'regular' | 'trigger') =>
      client.mailings.create({ name: `Refused ${type}`, subject: 'x', type }).orThrow();
    const [bare, trigger] = [await create('regular'), await create('trigger')];
    const [ready, scheduled, sealed] = [
      await createSendout(service),
      await createSendout(service),
      await createSendout(service),
    ];
    await client.regularMailings
      .createSchedule({ mailingid: scheduled, date: winter, hours: '8', minutes: '5' })
      .orThrow();
    await seal(service, sealed);
    const at = (query = '') => `schedule?date=${winter}&hour=08&minutes=00${query}`;
    const rows: [method: string, path: string, status: number, message: string][] = [
      ['PUT', `${ready}/schedule?hours=8&minutes=0`, 400, 'date is required'],
      ['PUT', `${ready}/schedule?date=${winter}&minutes=0`, 400, 'hours is required'],
      ['PUT', `${ready}/schedule?date=${winter}&hours=8`, 400, 'minutes is required'],
      ['PUT', `${ready}/schedule?date=${year}-02-30&hours=8&minutes=0`, 400, 'date must be'],
      ['PUT', `${ready}/schedule?date=${winter}&hours=24&minutes=0`, 400, 'hours'],
      [
        'PUT',
        `${ready}/schedule?date=2020-01-01&hours=8&minutes=0`,
        400,
        'must be in the future but are 2020-01-01 08:00',
      ],
      ['PUT', `${ready}/${at('&dispatchOption=hour')}`, 400, 'exactly one of'],
      ['PUT', `${ready}/${at('&dispatchEndInHours=4')}`, 400, 'requires the dispatchOption'],
      ['PUT', `${ready}/${at('&dispatchOption=uniform&dispatchEndInHours=97')}`, 400, '96'],
      ['PUT', `${ready}/${at('&dispatchOption=uniform&dispatchEndInHours=4&allowedHours=x')}`, 400, 'allowedHours'],
      ['PUT', `${bare}/${at()}`, 400, 'missing: content (html or text), sender, target group'],
      ['PUT', `${trigger}/${at()}`, 400, 'is a trigger mailing; this operation is for regular mailings'],
      ['PUT', `404404/${at()}`, 404, 'Mailing with id 404404 not found.'],
      ['PUT', `${sealed}/${at()}`, 405, 'sealed'],
      ['PUT', `${scheduled}/${at()}`, 409, `Mailing with id ${scheduled} is already scheduled`],
      ['POST', `${ready}/${at()}`, 404, `Mailing with id ${ready} has no schedule.`],
      ['POST', `${scheduled}/schedule?date=2020-01-01&hours=8&minutes=0`, 400, 'must be in the future'],
      ['POST', `${sealed}/${at()}`, 405, 'sealed'],
      ['GET', `${ready}/schedule`, 404, `Mailing with id ${ready} has no schedule.`],
      ['GET', `${trigger}/schedule`, 400, 'this operation is for regular mailings'],
      ['GET', '404404/schedule', 404, 'Mailing with id 404404 not found.'],
      ['DELETE', `${ready}/schedule`, 404, `Mailing with id ${ready} has no schedule.`],
      ['DELETE', `${sealed}/schedule`, 409, `Mailing with id ${sealed} cannot be changed as it is sealed.`],
      ['DELETE', `${trigger}/schedule`, 400, 'this operation is for regular mailings'],
    ];
    for (const [method, path, status, message] of rows) {
      const answer = await callRaw(service, { method, path: `/mailings/${path}` });
      const wanted = [method, path, status, expect.stringContaining(message)];
      expect([method, path, answer.status, messageOf(answer)]).toEqual(wanted);
    }
  });

  test('a failed mailing is scheduled again; of two clients that schedule at once one is told', async () => {
    const mailingid = await createSendout(service);
    await service.db.updateTable('mailing').set({ state: 'failed' }).where('id', '=', mailingid).execute();
    const make = (hours: string) =>
      client.regularMailings.createSchedule({ mailingid, date: winter, hours, minutes: '0' });
    const answers = await Promise.all([make('8'), make('9')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await client.mailings.getState({ mailingid }).orThrow()).toBe('scheduled');
  });
});
