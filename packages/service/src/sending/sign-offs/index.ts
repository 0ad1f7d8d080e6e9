export { findAudience } from '../audience.ts';
export { requireSignedOff, signOffFaultFor } from './require.ts';
export { missingUsers, sendingRoles } from './rule.ts';
export { addSignOff, deleteSignOff, listSignOffs } from './store.ts';
