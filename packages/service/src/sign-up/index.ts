export { limitsOf } from './door/allowance.ts';
export { isFormAttacked, takeAllowance } from './door/allowances.ts';
export { readAnswers } from './door/answers.ts';
export { purgeAllowancesTask } from './door/purge-task.ts';
export { checkTicket, isProof, minAgeSeconds, workBits, writeTicket } from './door/ticket.ts';
export { formDocument, formUrl } from './forms/document.ts';
export { type FormField, readSettings } from './forms/settings.ts';
export {
  deleteForm,
  findForm,
  findFormByToken,
  formNames,
  formsWithField,
  insertForm,
  listForms,
  listTopics,
  lockForm,
  type SignUpForm,
  type Topic,
  updateForm,
} from './forms/store.ts';
export { recordUnusable } from './people/outcome.ts';
export { applySignUp, signUp } from './people/sign-up.ts';
export { countSignUps, deleteSignUpsOf, listSignUps, signUpsOf } from './people/store.ts';
