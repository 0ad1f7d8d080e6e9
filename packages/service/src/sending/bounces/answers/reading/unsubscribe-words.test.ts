import { expect, test } from 'vitest';
import { isUnsubscribeRequest } from './unsubscribe-words.ts';

const asked: Record<string, readonly string[]> = {
  en: [
    'Unsubscribe',
    'STOP!',
    'please unsubscribe me',
    'Remove me from your list.',
    'Take my address off this list',
    "Don't send me any more of this",
    'I no longer wish to receive these mails.',
    'Stop emailing me, thanks',
    'How do I unsubscribe?',
    'Hi, no more emails please. Ada',
    'I want to opt out.',
    'cancel my subscription',
  ],
  de: [
    'Abmelden',
    'bitte abmelden',
    'Ich möchte mich abmelden.',
    'Melden Sie mich bitte vom Newsletter ab!',
    'Bitte aus dem Verteiler nehmen',
    'Newsletter abbestellen',
    'Bitte schicken Sie mir keine E-Mails mehr.',
    'Bitte nicht mehr anschreiben',
    'Tragen Sie mich bitte aus.',
    'Newsletter kündigen',
  ],
  fr: [
    'Désabonnement',
    'Merci de me désabonner',
    'Veuillez me désinscrire de votre liste.',
    'Je ne souhaite plus recevoir vos messages',
    'Retirez-moi de votre liste',
    'Ne m’envoyez plus de mails.',
    'Arrêtez de m’écrire',
    'Plus de mails svp',
    'Je voudrais résilier mon abonnement',
  ],
  es: [
    'Baja',
    'Quiero darme de baja',
    'Solicito la baja de la lista',
    'No quiero recibir más correos',
    'Por favor, elimínenme de su lista',
    'No me envíen más correos',
    'Cancelar la suscripción',
    'Dejen de enviarme publicidad',
    'deseo desuscribirme',
  ],
};
test.each(Object.entries(asked).flatMap(([language, texts]) => texts.map((text) => [language, text] as const)))(
  'asked in %s: %s',
  (_, text) => {
    expect(isUnsubscribeRequest('Re: Spring', text)).toBe(true);
  },
);

test.each([
  ['unsubscribe', ''],
  ['Abmeldung', ''],
  ['Baja', ''],
  ['Désinscription', ''],
  ['Unsubscribe', 'Thanks, Ada'],
])('asked by the subject %s with the text "%s"', (subject, text) => {
  expect(isUnsubscribeRequest(subject, text)).toBe(true);
});

test.each([
  ['Thank you, I liked it!'],
  ["I don't want to unsubscribe, I only want fewer mails."],
  ['Why was I unsubscribed?'],
  ['I unsubscribed by mistake, please add me again.'],
  ['Ich will mich nicht abmelden, sondern meine Adresse ändern.'],
  ['Ich habe mich versehentlich abgemeldet.'],
  ['Je ne souhaite pas me désabonner.'],
  ['Me he dado de baja por error'],
  ['Where is the stop of the bus 12?'],
  ['La planta baja está cerrada?'],
  ['Wir kommen am Freitag ab 8 Uhr. Melden Sie sich!'],
  ['Je suis en arrêt maladie.'],
  ['Are the shoes available in a smaller size?'],
  ['Was kostet das Abo?'],
  [''],
  [`I have been a customer for years. ${'And I was always pleased. '.repeat(12)}Please unsubscribe me.`],
])('not asked: %s', (text) => {
  expect(isUnsubscribeRequest('Re: Spring', text)).toBe(false);
});

test('an answer to a mail with such a subject says nothing by it', () => {
  expect(isUnsubscribeRequest('Re: Stop', 'Great offer!')).toBe(false);
});
