export { takeAttempt } from './attempts.ts';
export { changePassword, choosePassword } from './choose-password.ts';
export { passwordFault } from './password.ts';
export { endUserSessions, findSessionUser, listUserSessions, openUserSession } from './sessions.ts';
export { checkPassword } from './sign-in.ts';
export {
  deleteUser,
  findUser,
  findUsersByEmail,
  inviteUser,
  type ListedUser,
  listUsers,
  type User,
  updateUser,
} from './store.ts';
export { findTokenUser, insertUserToken } from './tokens.ts';
