import { writeXlsx } from 'hucre/xlsx';
import { readBlocks } from './steps.ts';

const page = '<p>Hello [[CONTACT|FIRSTNAME|friend]]</p><p><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></p>';
const customers = [
  ['E-Mail', 'Vorname'],
  ['ben@example.com', 'Ben'],
];
const member = (address: string) =>
  `Email Address,LAST_CHANGED,LEID,EUID,TAGS\n${address},2026-01-02 03:04:05,1,a,"""VIP"",""Other"""\n`;

const mjml = `<mjml><mj-body><mj-section><mj-column><mj-text>Hello [[CONTACT|FIRSTNAME|friend]]</mj-text>
<mj-text><a href="[[LINK|UNSUBSCRIBE]]">Unsubscribe</a></mj-text></mj-column></mj-section></mj-body></mjml>`;
/** The file that the guide on campaigns as code shows. */
const shop = readBlocks('campaigns-as-code').find(({ title }) => title === 'fields:')!.code;

/** Files that readers of the guides have, by guide. */
export const files = async (): Promise<Record<string, Record<string, string | Uint8Array>>> => ({
  'command-line': { 'page.html': page },
  'campaigns-as-code': {
    'campaigns/shop.yaml': shop,
    'campaigns/templates/base.mjml': mjml,
    'campaigns/mailings/may.mjml': mjml,
    'campaigns/mailings/may.txt': 'Hello [[CONTACT|FIRSTNAME|friend]]\n[[LINK|UNSUBSCRIBE]]\n',
  },
  contacts: {
    'readers.csv': 'Mail;Vorname;Remark\nada@example.com;Ada;x\n',
    'names.csv': Buffer.from('jorg@example.com;J\xf6rg\n', 'latin1'),
    'readers.xml': '<contacts><contact><email>cy@example.com</email></contact></contacts>',
    'customers.xlsx': await writeXlsx({
      sheets: [
        { name: 'Customers', rows: customers },
        { name: 'Archive', rows: customers },
      ],
    }),
    'kunden.csv': 'E-Mail;Geburtstag\nuwe@example.com;17.4.1975\n',
    'old-bounces.csv': 'E-Mail\nivy@other.example\n',
  },
  'coming-from-listmonk': {
    'subscribers.csv': 'uuid,email,name,attributes,status\nu-1,gil@other.example,Gil,"{""plan"":""Gold""}",enabled\n',
  },
  'coming-from-mailchimp': {
    'subscribed.csv': member('dee@other.example'),
    'unsubscribed.csv': member('eve@other.example'),
    'cleaned.csv': member('fay@other.example'),
  },
  'coming-from-brevo': {
    'brevo.csv': 'EMAIL,LEVEL,DOUBLE_OPT-IN,EMAIL_BLOCKLISTED\nhal@other.example,high,1,\n',
    'old-unsubscribed.csv': 'E-Mail\njo@other.example\n',
  },
  'double-opt-in': { 'readers.csv': 'Email\nada@example.com\n' },
  mailings: { 'page.html': page, 'page.txt': 'Hello [[CONTACT|FIRSTNAME|friend]]\n[[LINK|UNSUBSCRIBE]]' },
});
