import { api } from '../../app/tools/api.ts';
import { contentFiles, type Section } from './model.ts';

type Schema = Record<string, unknown>;

/** Properties of the API with the id of something, by the property of the files with its name. */
export const references = {
  mailing: { id: 'mailing_id', section: 'mailings' },
  segment: { id: 'contact_filter_id', section: 'segments' },
  program: { id: 'program_id', section: 'programs' },
} as const satisfies Record<string, { id: string; section: Section }>;

/** A goal belongs to a site: `Shop/Order`. */
export const goalReference = { name: 'goal', id: 'goal_id' } as const;

const renamed: ReadonlyMap<string, string> = new Map([
  ...Object.entries(references).map(([name, { id }]): [string, string] => [id, name]),
  [goalReference.id, goalReference.name],
]);
const name = { type: 'string', minLength: 1, maxLength: 1024 };

/** Rewrites a schema of the API: ids become names, and what the API ignores is refused. */
function inNames(value: unknown, isProperties = false): unknown {
  if (Array.isArray(value)) return value.map((each) => inNames(each));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, part]): [string, unknown][] => {
    if (isProperties) return [renamed.has(key) ? [renamed.get(key)!, name] : [key, inNames(part)]];
    // Ajv knows formats by plug-ins alone, and the names of steps are checked by the service.
    if (key === 'format' || key === 'default') return [];
    if (key === 'required') return [[key, (part as string[]).map((each) => renamed.get(each) ?? each)]];
    return [[key, inNames(part, key === 'properties')]];
  });
  const schema: Schema = Object.fromEntries(entries);
  if (isProperties) return schema;
  if (schema.type === 'object' && schema.properties) schema.additionalProperties ??= false;
  if (schema.oneOf)
    Object.assign(schema, { type: 'object', discriminator: { propertyName: 'kind' }, required: ['kind'] });
  return schema;
}

const definitions = Object.fromEntries(
  Object.entries(api.schemas).map(([key, schema]) => [key, inNames(schema) as Schema]),
);
const propertiesOf = (schema: string): Record<string, Schema> => definitions[schema]!.properties as never;
const ref = (schema: string) => ({ $ref: `#/$defs/${schema}` });
const orNull = (schema: Schema) => ({ anyOf: [schema, { type: 'null' }] });
const path = { type: 'string', minLength: 1, maxLength: 1024, description: 'Path of a file beside this one.' };
const contents = Object.fromEntries(Object.keys(contentFiles).map((part) => [part, path]));
const { amp: _amp, text: _text, ...sources } = contents;
const tags = { type: 'array', maxItems: 100, items: { type: 'string', minLength: 1, maxLength: 255 } };

/** Null takes an optional value away. */
const nullable = (properties: Record<string, Schema>, required: readonly string[]) =>
  Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [key, required.includes(key) ? schema : orNull(schema)]),
  );

function list(required: string[], properties: Record<string, Schema>, more: Schema = {}): Schema {
  const items = { type: 'object', additionalProperties: false, required, properties, ...more };
  return { type: ['array', 'null'], maxItems: 10_000, items };
}

// `mailings` of a webhook are names, too.
propertiesOf('WebhookMailEvents').mailings!.items = name;
// A program starts by the name of a transaction type.
propertiesOf('AutomationProgramDraft').start_event = {
  ...name,
  description: 'Name of a transaction type, or DOI_CONFIRMED.',
};
const { event: _event, ...webhook } = propertiesOf('WebhookDraft');
// It may be a variable of the environment.
webhook.url = { type: 'string', minLength: 4, maxLength: 2048 };
const notBoth = { not: { required: ['html', 'mjml'] } };

/** JSON Schema of a file of campaigns. */
export const campaignSchema: Schema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Campaigns of an account of Mailwright',
  type: ['object', 'null'],
  additionalProperties: false,
  properties: {
    fields: list(['name', 'type'], { name, type: ref('CustomFieldType') }),
    templates: list(['path'], { path: name, name, tags, ...sources }, notBoth),
    segments: list(['name'], {
      name,
      type: ref('TargetGroupType'),
      rules_only: { type: 'boolean', description: 'Only for rules and programs: no mailing is sent to it.' },
      ...propertiesOf('FilterGroup'),
    }),
    mailings: list(
      ['name', 'subject'],
      {
        name: ref('MailingName'),
        type: { enum: ['regular', 'trigger', 'doi'] },
        subject: ref('Subject'),
        preview_text: ref('PreviewText'),
        sender: ref('Sender'),
        sender_alias: ref('SenderAlias'),
        recipient_alias: ref('RecipientAlias'),
        reply_to: { ...name, description: '`auto`, `none`, or an address.' },
        segment: orNull(name),
        template: orNull({ ...name, description: 'Path of a template.' }),
        tags,
        locale: ref('MailingLocale'),
        tracking: ref('TrackingStrategy'),
        doi_key: ref('DoiKey'),
        ...contents,
      },
      notBoth,
    ),
    programs: list(['name', 'steps'], nullable(propertiesOf('AutomationProgramDraft'), ['name', 'state', 'steps'])),
    forms: list(['name', 'consent'], nullable(propertiesOf('SignUpFormDraft'), ['name', 'consent'])),
    webhooks: list(['url', 'events'], webhook),
    samples: list(['email'], {
      email: { type: 'string', minLength: 3, maxLength: 320, pattern: '^[^\\s@]+@[^\\s@]+$' },
      fields: {
        type: 'object',
        additionalProperties: { type: ['string', 'number', 'boolean'] },
        maxProperties: 500,
        description: 'Standard and custom fields by name.',
      },
    }),
  },
  $defs: definitions,
};
