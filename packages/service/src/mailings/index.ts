export { parseExpression, type Refusal } from './blacklists/expression.ts';
export {
  countMailingBlacklists,
  deleteMailingBlacklist,
  findMailingBlacklist,
  insertExpressions,
  insertMailingBlacklist,
  keptAway,
  listMailingBlacklists,
  type MailingBlacklist,
  renameMailingBlacklist,
} from './blacklists/store.ts';
export { addToMailing, hasList, listOfMailing, removeFromMailing } from './blacklists/use.ts';
export { listMailings } from './list.ts';
export { insertAtBodyStart } from './personalisation/body.ts';
export { compileTemplate, render } from './personalisation/compile.ts';
export { deleteProperty, listProperties, putProperties, updateProperty } from './properties/store.ts';
export { missingParts } from './readiness.ts';
export { isReleased, wasSent } from './sent.ts';
export { isSealed } from './states.ts';
export {
  changeMailing,
  deleteMailing,
  findMailing,
  findMailingByDoiKey,
  findMailingIdByName,
  insertMailing,
  lockMailing,
  lockMailings,
  type Mailing,
  moveMailing,
} from './store.ts';
