import { html } from '../../html.ts';
import { type Letter, letter } from '../../letter.ts';
import type { Say } from '../../words.ts';

/** Contents of a mailing to begin with. */
export interface Shipped {
  name: string;
  subject: string;
  html: string;
}

const unsubscribeLink = '[[LINK|UNSUBSCRIBE]]';
const confirmLink = '[[LINK|DOI_CONFIRM]]';
/** Its fallback is said in the language of the mail. */
const greeting = (fallback: string) => `[[CONTACT|FIRSTNAME|${fallback}]]`;
/** Name of the placeholder with the legal notice, if the account has one. */
export const imprintKey = 'IMPRINT';
const imprint = `[[ACCOUNT|${imprintKey}]]`;

/** What an account has for its mails. */
export interface Stationery extends Pick<Letter, 'sender' | 'colors'> {
  hasImprint: boolean;
}

/** Contents of the automatic mailings that people begin with, in their language: the first draft of a mail, to be changed. */
export const shipped: Record<
  | 'confirmation'
  | 'welcome'
  | 'welcome-reminder'
  | 'welcome-more'
  | 'birthday'
  | 'order'
  | 'order-again'
  | 'cart'
  | 'cart-last'
  | 'back'
  | 'event-week'
  | 'event-day'
  | 'empty',
  (say: Say, stationery: Stationery) => Shipped
> = {
  confirmation: (say, { hasImprint, ...brand }) => ({
    name: say('Confirmation of the sign-up'),
    subject: say('Please confirm your subscription'),
    html: letter({
      ...brand,
      language: say.language,
      title: say('One more click'),
      paragraphs: [say('You asked for our newsletter. Please confirm that this is your address.')],
      action: { label: say('Yes, I want the newsletter'), address: confirmLink },
      footer: [
        say('If you did not ask for it, do nothing: you will not hear from us again.'),
        hasImprint && html`<br>${imprint}`,
      ],
    }),
  }),
  welcome: (say, stationery) =>
    draft(say, stationery, {
      name: say('Welcome'),
      subject: say('Welcome!'),
      text: say('Thank you for your subscription. Write here what people can look forward to.'),
    }),
  'welcome-reminder': (say, stationery) =>
    draft(say, stationery, {
      name: say('Reminder of the welcome'),
      subject: say('Did you see this?'),
      text: say('A few days ago we wrote to you. Write here what it was about, in other words.'),
    }),
  'welcome-more': (say, stationery) =>
    draft(say, stationery, {
      name: say('More to discover'),
      subject: say('What else there is'),
      text: say('Now that you know us a little: write here what most people like next.'),
    }),
  birthday: (say, stationery) =>
    draft(say, stationery, {
      name: say('Birthday wishes'),
      subject: say('Happy birthday!'),
      text: say('We wish you a wonderful day. Write here what you give away.'),
    }),
  order: (say, stationery) =>
    draft(say, stationery, {
      name: say('Thanks for the order'),
      subject: say('Thank you for your order'),
      text: say('Your order has arrived and we are getting it ready. Write here what happens next.'),
    }),
  'order-again': (say, stationery) =>
    draft(say, stationery, {
      name: say('Time to order again'),
      subject: say('Is it time to order again?'),
      text: say('Your last order may be used up by now. Write here what people order again.'),
    }),
  cart: (say, stationery) =>
    draft(say, stationery, {
      name: say('Full cart'),
      subject: say('There is something in your cart'),
      text: say('Your cart is still full. Write here how people get back to it.'),
    }),
  'cart-last': (say, stationery) =>
    draft(say, stationery, {
      name: say('Full cart, second mail'),
      subject: say('Shall we keep your cart?'),
      text: say('Your cart is still full. Write here what helps people to decide.'),
    }),
  back: (say, stationery) =>
    draft(say, stationery, {
      name: say('Win back readers'),
      subject: say('Are you still there?'),
      text: say(
        'You have not read our mails for a while. Write here why it is worth staying, with a link that people click to stay.',
      ),
    }),
  'event-week': (say, stationery) =>
    draft(say, stationery, {
      name: say('A week before the event'),
      subject: say('Only a week to go'),
      text: say('See you in a week. Write here when and where it is, and what to bring.'),
    }),
  'event-day': (say, stationery) =>
    draft(say, stationery, {
      name: say('The day before the event'),
      subject: say('See you tomorrow'),
      text: say('Tomorrow is the day. Write here the last things that people should know.'),
    }),
  empty: (say, stationery) =>
    draft(say, stationery, {
      name: say('Automatic mailing'),
      subject: say('Write a subject'),
      heading: say('Write a heading'),
      text: say('Write here what you want to say.'),
    }),
};

interface Draft extends Omit<Shipped, 'html'> {
  heading?: string;
  text: string;
}

/** A mail with a greeting, a text, and a way out. */
function draft(say: Say, { hasImprint, ...brand }: Stationery, { name, subject, heading, text }: Draft): Shipped {
  const leave = { label: say('Unsubscribe'), address: unsubscribeLink };
  // Tags are data for the service; a text in braces would be taken for a value.
  const hello = say('Hello {name},', { name: greeting(say('there')) });
  const contents = { language: say.language, title: heading ?? subject, paragraphs: [hello, text], leave };
  return { name, subject, html: letter({ ...brand, ...contents, footer: hasImprint && imprint }) };
}
