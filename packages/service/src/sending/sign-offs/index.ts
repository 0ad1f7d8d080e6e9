export { findAudience } from '../audience.ts';
export { requireSignedOff } from './require.ts';
export { missingUsers, sendingRoles } from './rule.ts';
export { addSignOff, deleteSignOff, listSignOffs, plannedRecipients } from './store.ts';
