export { partsOf } from './parts.ts';
export {
  type Author,
  deleteDraft,
  findRevision,
  isOf,
  keepFound,
  keepSaved,
  listRevisions,
  ofMailing,
  ofTemplate,
  putDraft,
  type Revision,
  type Subject,
  type WholeRevision,
} from './store.ts';
