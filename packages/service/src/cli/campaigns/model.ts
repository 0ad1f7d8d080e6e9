/** Sections of the files, in the order in which most of their things need each other. */
export const sections = ['fields', 'templates', 'segments', 'mailings', 'programs', 'forms', 'webhooks'] as const;
export type Section = (typeof sections)[number];

/** Words for messages. */
export const singular: Record<Section, string> = {
  fields: 'field',
  templates: 'template',
  segments: 'segment',
  mailings: 'mailing',
  programs: 'program',
  forms: 'form',
  webhooks: 'webhook',
};

/** Property that identifies a thing of a section. */
export const identities: Record<Section, 'name' | 'path' | 'url'> = {
  fields: 'name',
  templates: 'path',
  segments: 'name',
  mailings: 'name',
  programs: 'name',
  forms: 'name',
  webhooks: 'url',
};

/** Properties that name a file with the content, and what a content may have at most, in bytes. */
export const contentFiles = { html: 8_388_608, text: 8_388_608, mjml: 4_000_000, amp: 800_000 } as const;
export type ContentPart = keyof typeof contentFiles;

/** Properties of a thing without its identity; what is absent is left as it is. References are names. */
export type Properties = Record<string, unknown>;

/** Place in a file: `mailings.yaml:12: mailings[0].segment`. */
export type Locate = (path: readonly (string | number)[]) => string;

/** Something that files describe. */
export interface Thing {
  section: Section;
  name: string;
  /** Shown in place of a name that may have a secret in it. */
  label?: string;
  properties: Properties;
  /** Paths of the files whose contents are in the properties, relative to the directory. */
  files: Partial<Record<ContentPart, string>>;
  /** Says where a property of the thing stands. */
  locate: Locate;
}

/** An invented contact, for which `mailwright test` renders. */
export interface SampleContact {
  email: string;
  fields: Record<string, string>;
}

/** What a directory says. */
export interface Campaigns {
  things: Thing[];
  samples: SampleContact[];
}

export const titleOf = ({ section, name, label }: Pick<Thing, 'section' | 'name' | 'label'>): string =>
  `${singular[section]} "${label ?? (section === 'webhooks' ? withoutSecrets(name) : name)}"`;

/** Addresses of webhooks have secrets in their paths or parameters. */
function withoutSecrets(url: string): string {
  return URL.canParse(url) ? `${new URL(url).origin}/…` : '…';
}

/** Names are compared in one Unicode form: editors and file systems of some machines decompose letters. */
export const keyOf = (name: string): string => name.normalize('NFC');
