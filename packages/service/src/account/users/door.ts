export { acceptByPasskey } from './accept-by-passkey.ts';
export { giveBackAttempt, type HeldBack, type SignInAttempt, takeAttempt } from './attempts.ts';
export { bindOnce, spendOnce } from './challenges.ts';
export { changePassword, choosePassword, hasPassword } from './choose-password.ts';
export { createFirstUser, findFirstUserAccount, insertFirstUserToken, UnknownTimeZone } from './first-user.ts';
export { chooseAccountUser, findIdentityUsers, noteIdentityUse } from './identities.ts';
export {
  checkPasskey,
  credentialOf,
  listPasskeys,
  type RelyingParty,
  registerPasskey,
  registrationOptions,
  signInOptions,
} from './passkeys.ts';
export { type PasswordCost, type PasswordFault, passwordCost, passwordFault } from './password.ts';
export {
  confirmTotp,
  countRecoveryCodes,
  deletePasskey,
  needsPasskey,
  removeTotp,
  startTotp,
  takeSecondFactor,
} from './second-factor.ts';
export { endUserSessions, findSessionUser, listUserSessions, openUserSession } from './sessions.ts';
export { checkPassword } from './sign-in.ts';
export {
  deleteUser,
  findUser,
  findUsersByEmail,
  inviteUser,
  isActiveUser,
  type ListedUser,
  listActiveUsers,
  listUsers,
  type User,
  updateUser,
} from './store.ts';
export { findTokenUser, insertUserToken, takeToken } from './tokens.ts';
export { base32, totpUri } from './totp.ts';
