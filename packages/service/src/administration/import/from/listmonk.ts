import type { ForeignContact, ForeignFormat } from './format.ts';

/**
 * The CSV of listmonk's page of subscribers: https://listmonk.app/docs/apis/subscribers/, written by `ExportSubscribers` in
 * `cmd/subscribers.go` of knadh/listmonk. It does not contain lists and their consent: each list is exported apart.
 */
export const listmonk: ForeignFormat = {
  required: ['uuid', 'email', 'name', 'attributes', 'status'],
  fields: { uuid: '', email: 'email', name: 'FULLNAME', attributes: '', status: '', created_at: '', updated_at: '' },
  judge(cell) {
    const read = attributes(cell('attributes'));
    if (read === undefined) return 'attributes is not a JSON object';
    switch (cell('status')) {
      case 'enabled':
        return read;
      case 'blocklisted':
      case 'blacklisted': // until version 0.8
        return { suppression: 'unsubscribed', ...read };
      case 'disabled':
        return 'its status is disabled; enable it there to import it';
      default:
        return `status must be enabled, disabled or blocklisted but is "${cell('status').slice(0, 40)}"`;
    }
  },
};

/** Reads the texts, numbers and booleans of a JSON object; nested values have no field to go to. */
function attributes(json: string): Pick<ForeignContact, 'fields' | 'unusable'> | undefined {
  if (json === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    const { fields = [], unusable = [] } = Object.groupBy(Object.entries(value), ([, each]) =>
      ['string', 'number', 'boolean'].includes(typeof each) ? 'fields' : 'unusable',
    );
    return { fields: fields.map(([name, each]) => [name, String(each)]), unusable: unusable.map(([name]) => name) };
  } catch {
    return undefined;
  }
}
