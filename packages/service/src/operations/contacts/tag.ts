import type { Contact } from '../../people/index.ts';
import { etagOf } from '../seen.ts';

/** The entity tag of what updateContact changes, whatever fields somebody asks for. */
export const contactTag = ({ email, external_id, permission, standard_fields, custom_fields }: Contact): string =>
  etagOf([email, external_id, permission, sorted(standard_fields), sorted(custom_fields)]);

const sorted = (fields: object) => Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
