export { type ExpressionFault, parseExpression } from './expression.ts';
export {
  countMailingBlacklists,
  deleteMailingBlacklist,
  excludedContacts,
  findMailingBlacklist,
  insertExpressions,
  insertMailingBlacklist,
  listExpressions,
  listMailingBlacklists,
  type MailingBlacklist,
  renameMailingBlacklist,
} from './store.ts';
export { addToMailing, copyUses, hasList, listOfMailing, removeFromMailing } from './use.ts';
