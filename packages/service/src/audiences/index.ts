export { filterDocument, filterSummary } from './filters/document.ts';
export { contactsAsOf, countAmong, countMembers } from './filters/members.ts';
export { readGroup } from './filters/read.ts';
export { isFresh, isRefreshQueued, queueRefresh, refreshMembers } from './filters/refresh.ts';
export { refreshFilterJob } from './filters/refresh-job.ts';
export { allOf, dependsOnToday, type Rule } from './filters/rules.ts';
export { readFilterClock } from './filters/state.ts';
export {
  type ContactFilter,
  changeContactFilter,
  contactFilters,
  countContactFilters,
  deleteContactFilter,
  filterCondition,
  filtersWithCustomField,
  filtersWithMailing,
  findContactFilter,
  insertContactFilter,
  listContactFilters,
  lockContactFilter,
  memberCondition,
  replaceRules,
} from './filters/store.ts';
export { changeContactsJob } from './selection/change-job.ts';
export { type ContactsChange, countChanges, findChange, insertChange, listChanges } from './selection/changes.ts';
export { type ContactSelection, selectionCondition } from './selection/selection.ts';
export { targetGroupDocument } from './target-groups/document.ts';
export {
  countTargetGroups,
  deleteTargetGroup,
  findTargetGroup,
  hasTargetGroups,
  insertTargetGroup,
  listTargetGroups,
  renameTargetGroup,
  type TargetGroup,
} from './target-groups/store.ts';
export { isForTests, maxTestContacts } from './target-groups/test-groups.ts';
