import { quotaNames } from '../../account/index.ts';

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const count = { type: 'integer', minimum: 1, maximum: 1_000_000_000 };
const list = (items: object) => ({ type: 'array', maxItems: 10_000, items });
const object = (required: string[], properties: Record<string, object>, description?: string) => ({
  type: 'object',
  ...(description && { description }),
  additionalProperties: false,
  required,
  properties,
});

const limit = object([], { domain: text(253), perMinute: count, perDay: count }, 'Without a domain, for all mails.');
const site = object(['name', 'domain'], { name: text(255), domain: text(253), goals: list(text(255)) });
const quota = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const account = object(['name', 'domain'], {
  name: { ...text(100), description: 'Identifies the account.' },
  domain: { ...text(253), description: 'Sender domain; it cannot be changed later.' },
  timeZone: text(64),
  demandsApproval: { type: 'boolean' },
  signOffAbove: {
    type: ['integer', 'null'],
    minimum: 1,
    maximum: 100_000_000,
    description: 'Two users must stand for sendouts with more recipients; null for never.',
  },
  demandsSecondFactor: { type: 'boolean' },
  quotas: object([], Object.fromEntries(quotaNames.map((name) => [name, quota]))),
  bounceLimits: object([], {
    unknown: { type: 'integer', minimum: 1, maximum: 10 },
    hard: { type: 'integer', minimum: 1, maximum: 10 },
    soft: { type: ['integer', 'null'], minimum: 1, maximum: 100 },
    hold: { type: 'integer', minimum: 0, maximum: 30 },
  }),
  limits: { ...list(limit), description: 'All limits; others are removed.' },
  profileFields: { ...list(text(255)), description: 'All fields of the profile page, in their order.' },
  sites: list(site),
});
const relay = object(['name', 'address'], {
  name: text(63),
  address: { ...text(2000), description: 'smtp://user@host:587, without a password.' },
  passwordFile: { ...text(2000), description: 'Absolute path of a file that each process that sends reads.' },
  passwordEnv: { ...text(100), description: 'Variable whose name begins with MAILWRIGHT_RELAY_.' },
  tls: { enum: ['required', 'optional'] },
  dkim: { type: 'boolean' },
  dkimKey: { ...text(320), description: 'Name of the key that signs all mails: selector._domainkey.domain' },
  order: { type: 'integer', minimum: 1, maximum: 1000 },
  weight: { type: 'integer', minimum: 1, maximum: 1000 },
  connections: { type: 'integer', minimum: 1, maximum: 1000 },
  accounts: { ...list(text(100)), description: 'Names of the accounts whose mails it takes.' },
  domains: list(text(253)),
  perMinute: count,
  perDay: count,
});

const dkimKey = object(['domain'], {
  domain: { ...text(253), description: 'Of the senders.' },
  selector: { ...text(63), pattern: '^[A-Za-z0-9_-]+$', default: 'mailwright' },
  type: { enum: ['rsa', 'ed25519'], default: 'rsa', description: 'It cannot be changed later.' },
});

/** JSON Schema of the file that describes an installation. */
export const installationSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Installation of Mailwright',
  ...object([], {
    accounts: list(account),
    relays: list(relay),
    dkimKeys: {
      ...list(dkimKey),
      description: 'Keys that are made where they are missing; their DNS records are yours.',
    },
  }),
};

interface SiteFile {
  name: string;
  domain: string;
  goals?: string[];
}

export interface AccountFile {
  name: string;
  domain: string;
  timeZone?: string;
  demandsApproval?: boolean;
  signOffAbove?: number | null;
  demandsSecondFactor?: boolean;
  quotas?: Record<string, number>;
  bounceLimits?: { unknown?: number; hard?: number; soft?: number | null; hold?: number };
  limits?: { domain?: string; perMinute?: number; perDay?: number }[];
  profileFields?: string[];
  sites?: SiteFile[];
}

export interface RelayFile {
  name: string;
  address: string;
  passwordFile?: string;
  passwordEnv?: string;
  tls?: 'required' | 'optional';
  dkim?: boolean;
  dkimKey?: string;
  order?: number;
  weight?: number;
  connections?: number;
  accounts?: string[];
  domains?: string[];
  perMinute?: number;
  perDay?: number;
}

export interface DkimKeyFile {
  domain: string;
  selector?: string;
  type?: 'rsa' | 'ed25519';
}

/** What an installation shall be; what is absent is left as it is. */
export interface InstallationFile {
  accounts?: AccountFile[];
  relays?: RelayFile[];
  dkimKeys?: DkimKeyFile[];
}
