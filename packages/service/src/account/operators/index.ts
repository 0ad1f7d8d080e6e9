export { boundsFault, type KeyBounds } from '../keys/bounds.ts';
export {
  findOperator,
  insertOperatorKey,
  listOperatorKeys,
  type OperatorHolder,
  type OperatorKey,
  revokeOperatorKey,
} from './store.ts';
