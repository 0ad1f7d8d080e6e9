import type { Option } from '../../components/forms.ts';
import type { Column } from '../../components/tables.ts';
import { localDay } from '../../components/times.ts';
import { html } from '../../html.ts';
import type { Visit } from '../../web/routes.ts';
import { type Words, words } from '../../words.ts';
import {
  type Contact,
  fieldValue,
  nameOf,
  permissionLabel,
  standardFieldNames,
  standardFields,
  withoutHint,
} from '../contact-fields.ts';
import { stateBadge } from './state.ts';
import { tagBadges } from './tags.ts';

interface Chosen extends Column<Contact> {
  id: string;
}

const own: readonly (readonly [id: string, label: Words])[] = [
  ['name', words('Name')],
  ['state', words('State')],
  ['permission', words('Permission')],
  ['tags', words('Tags')],
  ['added', words('Added')],
  ['changed', words('Changed')],
  ['external', words('External id')],
];
const customPrefix = 'custom:';
const byDefault = ['name', 'CITY', 'state', 'tags', 'added'];

/** The columns that a list can have beside the address. */
export const columnOptions = ({ say }: Visit, custom: readonly string[]): readonly Option[] => [
  ...say.options(own),
  ...standardFields.map(([name, label]): Option => [name, withoutHint(say(label))]),
  ...custom.map((name): Option => [customPrefix + name, name]),
];

/** The columns that the address of a list asks for. */
export function chosenColumns(query: URLSearchParams, options: readonly Option[]): string[] {
  const wanted = query.getAll('column').filter((id) => options.some(([each]) => each === id));
  return wanted.length > 0 ? wanted : byDefault;
}

/** Custom fields that columns show. */
export const customOf = (columns: readonly string[]): string[] =>
  columns.filter((id) => id.startsWith(customPrefix)).map((id) => id.slice(customPrefix.length));

export function columnsFor(visit: Visit, chosen: readonly string[], options: readonly Option[]): Chosen[] {
  const { say } = visit;
  const address: Chosen = {
    id: 'address',
    title: say('Address'),
    cell: ({ id, email }) => html`<a href="/console/contacts/${id}">${email ?? say('Contact {id}', { id })}</a>`,
  };
  return [
    address,
    ...chosen.map((id): Chosen => {
      const title = options.find(([each]) => each === id)?.[1] ?? id;
      return { id, title, cell: cellFor(visit, id), ...kindOf(id) };
    }),
  ];
}

/** Phones show names and states alone; days do not break. */
function kindOf(id: string): Pick<Chosen, 'kind'> {
  if (id === 'name' || id === 'state') return {};
  if (id === 'added' || id === 'changed') return { kind: 'minor whole' };
  return { kind: 'minor' };
}

function cellFor(visit: Visit, id: string): Chosen['cell'] {
  const { say } = visit;
  switch (id) {
    case 'name':
      return nameOf;
    case 'state':
      return (contact) => stateBadge(visit, contact);
    case 'permission':
      return ({ permission }) => permissionLabel(say, permission);
    case 'tags':
      return (contact) => tagBadges(contact);
    case 'added':
      return ({ created }) => created && localDay(visit, created);
    case 'changed':
      return ({ updated }) => updated && localDay(visit, updated);
    case 'external':
      return ({ external_id }) => external_id;
    default:
      return id.startsWith(customPrefix)
        ? ({ custom_fields }) => fieldValue(custom_fields, id.slice(customPrefix.length))
        : ({ standard_fields }) => fieldValue(standard_fields, id);
  }
}

/** Fields of contacts in lists: those that people fill in, and what is said of their state. */
export const listedFields = [
  ...standardFieldNames,
  'CONTACT_STATE',
  'CONTACT_STATE_REASON',
  'CONTACT_STATE_SINCE',
  'CONTACT_STATE_UNTIL',
  'CONTACT_TAGS',
] as const;
