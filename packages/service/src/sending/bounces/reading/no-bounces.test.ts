import { expect, test } from 'vitest';
import { readMail } from './read-mail.ts';

/** Mails that come to return paths and are no bounces, written for this test as programs and persons write them. */

const mail = (fields: Record<string, string>, text: string) =>
  Buffer.from(
    [
      ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
      'Content-Type: text/plain; charset=utf-8',
      '',
      text,
    ].join('\r\n'),
  );
const ada = { From: 'Ada Moreau <ada@example.org>' };

/** Subjects and texts of out-of-office notes; not all programs mark these as automatic (RFC 3834). */
const notes: Record<string, [subject: string, text: string]> = {
  English: [
    'Out of office: Spring',
    'I am out of the office until Monday and cannot be reached. My mailbox is full of work.',
  ],
  German: [
    'Abwesenheitsnotiz: Frühling',
    'Ich bin bis Montag nicht erreichbar. Ihre Nachricht wurde nicht weitergeleitet.',
  ],
  French: ['Réponse automatique : absence', "Je suis absent. Votre message n'a pas pu être lu."],
  Spanish: ['Respuesta automática: Primavera', 'Estoy fuera de la oficina. No ha podido leer su mensaje.'],
  Italian: [
    'Risposta automatica: Primavera',
    'Sono fuori ufficio. Indirizzo non esiste più: scrivete a bruno@example.org.',
  ],
  Portuguese: ['Resposta automática: Primavera', 'Estou fora do escritório até segunda-feira.'],
  Dutch: ['Automatisch antwoord: Lente', 'Ik ben afwezig. Dit adres bestaat niet meer vanaf juni.'],
  Swedish: ['Automatiskt svar: Vår', 'Jag är inte på kontoret.'],
  Polish: ['Automatyczna odpowiedź: Wiosna', 'Jestem poza biurem. Ten adres nie istnieje od czerwca.'],
  Czech: ['Automatická odpověď: Jaro', 'Nejsem v kanceláři.'],
  Russian: ['Автоответ: Весна', 'Меня нет в офисе. Адрес не существует с июня.'],
  Japanese: ['自動応答: 春', '不在にしております。メールは配信されました。'],
};

test.each(Object.entries(notes))('an out-of-office note in %s', async (_, [Subject, text]) => {
  expect(await readMail(mail({ ...ada, Subject }, text))).toEqual({ kind: 'other' });
  expect(
    await readMail(mail({ ...ada, Subject, 'Return-Path': '<>', 'Auto-Submitted': 'auto-replied' }, text)),
  ).toEqual({
    kind: 'other',
  });
});

const asksToConfirm = 'Please confirm that you sent this mail, and it will be delivered: https://example.org/confirm';
const letter =
  'The delivery failed to please us: the mailbox on our porch is full, and the user unknown to the postman.';

test.each<[string, Record<string, string>, string]>([
  ['an answer', { ...ada, Subject: 'Re: Spring' }, 'Thank you! Your last mail could not be delivered, said my son.'],
  [
    'an answer about a delivery',
    { ...ada, Subject: 'Re: Delivery of my order failed' },
    'Where is it? Undelivered again!',
  ],
  ['a letter in the words of servers', { ...ada, Subject: 'Our mailbox' }, letter],
  ['a request to be left alone', { ...ada, Subject: 'Re: Spring' }, 'No such person here. Remove this address.'],
  ['a change of address', { ...ada, Subject: 'My new address' }, 'My address has changed, please update your records.'],
  ['a challenge', { ...ada, Subject: 'Confirm your message', 'Auto-Submitted': 'auto-replied' }, asksToConfirm],
  [
    'a ticket',
    { From: 'Support <help@example.org>', Subject: '[#4711] Received', 'Auto-Submitted': 'auto-generated' },
    'We will reply soon.',
  ],
  ['a read receipt', { ...ada, Subject: 'Read: Spring', 'Auto-Submitted': 'auto-replied' }, 'Your message was read.'],
  [
    'a vacation note by its precedence',
    { ...ada, Subject: 'Spring', Precedence: 'auto_reply' },
    'I cannot be reached.',
  ],
  [
    'a newsletter about deliverability',
    {
      From: 'news@example.org',
      Subject: 'Why mails are returned to sender',
      'List-Unsubscribe': '<mailto:u@example.org>',
    },
    '550 5.1.1 user unknown: mail delivery failed, and what to do about it.',
  ],
  [
    'a parcel that was not delivered',
    {
      From: 'Parcels <info@parcels.example>',
      Subject: 'Your parcel could not be delivered',
      'List-Unsubscribe': '<https://x>',
    },
    'Delivery failed: the recipient was not found at the address. Choose another day.',
  ],
  [
    'spam that pretends to quote a bounce',
    { From: 'Security <alert@spam.example>', Subject: 'Mailbox quota exceeded' },
    'Your mailbox has exceeded its quota. Verify your account here: http://spam.example/login',
  ],
  [
    'spam about undelivered messages',
    { From: 'IT <it@spam.example>', Subject: '(5) undelivered messages' },
    'Your incoming messages were placed on hold. Release them: http://spam.example/login',
  ],
  ['an invitation', { ...ada, Subject: 'Declined: Spring party' }, 'Ada has declined your invitation.'],
  [
    'a report about authentication',
    { From: 'dmarc@example.org', Subject: 'Report Domain: example.com' },
    'This is a DMARC report.',
  ],
])('%s', async (_, fields, text) => {
  expect(await readMail(mail(fields, text))).toEqual({ kind: 'other' });
});

test('a notice that a mail was delivered', async () => {
  const report = [
    'From: MAILER-DAEMON@mx.example.net',
    'Subject: Delivered',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
    '',
    '--b',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.net',
    '',
    ...['delivered', 'relayed', 'expanded'].flatMap((action, n) => [
      `Final-Recipient: rfc822; a${n}@example.org`,
      `Action: ${action}`,
      'Status: 2.0.0',
      '',
    ]),
    '--b--',
  ];
  expect(await readMail(Buffer.from(report.join('\r\n')))).toEqual({ kind: 'other' });
});
