import type { ForeignFormat } from './format.ts';

/**
 * The CSV of listmonk's page of subscribers: https://listmonk.app/docs/apis/subscribers/, written by `ExportSubscribers` in
 * `cmd/subscribers.go` of knadh/listmonk. It does not contain lists and their consent: each list is exported apart.
 */
export const listmonk: ForeignFormat = {
  required: ['uuid', 'email', 'name', 'attributes', 'status'],
  fields: { uuid: '', email: 'email', name: 'FULLNAME', attributes: '', status: '', created_at: '', updated_at: '' },
  judge(cell) {
    const fields = attributes(cell('attributes'));
    if (fields === undefined) return 'attributes is not a JSON object';
    switch (cell('status')) {
      case 'enabled':
        return { fields };
      case 'blocklisted':
      case 'blacklisted': // until version 0.8
        return { suppression: 'unsubscribed', fields };
      case 'disabled':
        return 'its status is disabled; enable it there to import it';
      default:
        return `status must be enabled, disabled or blocklisted but is "${cell('status').slice(0, 40)}"`;
    }
  },
};

/** Texts, numbers and booleans of a JSON object by name; nested values have no field to go to. */
function attributes(json: string): [string, string][] | undefined {
  if (json === '') return [];
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    return Object.entries(value).flatMap(([name, each]) =>
      ['string', 'number', 'boolean'].includes(typeof each) ? [[name, String(each)] satisfies [string, string]] : [],
    );
  } catch {
    return undefined;
  }
}
