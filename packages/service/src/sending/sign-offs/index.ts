export { requireSignedOff } from './require.ts';
export { missingUsers } from './rule.ts';
export { addSignOff, deleteSignOff, findAudience, listSignOffs, plannedRecipients } from './store.ts';
