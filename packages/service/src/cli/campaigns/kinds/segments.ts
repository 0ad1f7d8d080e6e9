import type { Client, ContactFilterDraft, TargetGroupDraft } from '@mailwright/client';
import { collect, type Kind, type Listed, pick } from './kind.ts';

const pageSize = 1000;
const ruleKeys = ['match', 'rules', 'groups'];

/** A target group with the contact filter behind it, or a filter alone. */
interface ListedSegment extends Listed {
  filter: number;
  group: number | undefined;
}

/** What mailings and programs call a segment: the id of its contact filter, and that of its target group. */
export const filterOf = (listed: Listed) => (listed as ListedSegment).filter;
export const groupOf = (listed: Listed) => (listed as ListedSegment).group;

export const segments: Kind = {
  async list(client): Promise<ListedSegment[]> {
    const filters = await collect(client.contactFilters.list.all({ page_size: pageSize }));
    const groups = await collect(client.targetGroups.list.all({ page_size: pageSize }));
    const names = new Set(groups.map(({ name }) => name));
    const grouped = new Set(groups.map(({ contact_filter_id }) => contact_filter_id));
    const alone = filters.filter(({ id, name }) => !grouped.has(id) && !names.has(name));
    return [
      ...groups.map(({ name, id, type, contact_filter_id: filter }) => {
        return { name, id: filter, filter, group: id, properties: { type, rules_only: false } };
      }),
      ...alone.map(({ name, id }) => ({
        ...{ name, id, filter: id, group: undefined },
        properties: { rules_only: true },
      })),
    ];
  },
  async read(client, listed, keys = ['type', 'rules_only', ...ruleKeys]) {
    const read = pick(listed.properties, keys);
    if (!ruleKeys.some((key) => keys.includes(key))) return read;
    return { ...read, ...pick(await readFilter(client, listed), ruleKeys) };
  },
  async create(client, { name }, { type, rules_only, ...rules }) {
    const body = { name, ...pick(rules, ruleKeys) } as ContactFilterDraft;
    const filter = await client.contactFilters.create({ body }).orThrow();
    if (!rules_only) await createGroup(client, name, type, filter);
    return filter;
  },
  async change(client, { name, properties }, listed, changed) {
    const { group, filter } = listed as ListedSegment;
    if (group !== undefined && 'type' in changed)
      throw new Error(`its type is ${listed.properties.type}, which cannot be changed to ${changed.type}`);
    if (changed.rules_only === true)
      throw new Error('it is a target group, of which mailings may make use; remove it by hand to keep its rules only');
    if (ruleKeys.some((key) => key in changed)) {
      const before = await readFilter(client, listed);
      const wanted = pick({ ...before, ...changed }, ruleKeys);
      const body = { name: before.name, ...wanted } as unknown as ContactFilterDraft;
      await client.contactFilters.update({ contactFilterId: filter, body }).orThrow();
    }
    if (changed.rules_only === false) await createGroup(client, name, properties.type, filter);
  },
};

const readFilter = async (client: Client, listed: Listed) => ({
  ...(await client.contactFilters.get({ contactFilterId: filterOf(listed) }).orThrow()),
});

async function createGroup(client: Client, name: string, type: unknown, filter: number): Promise<void> {
  const body = { name, type: (type ?? 'regular') as TargetGroupDraft['type'], contact_filter_id: filter };
  await client.targetGroups.create({ body }).orThrow();
}
