/** Descriptions of error codes of the operating system, as the rest of a sentence that begins with a path. */
export const systemFaults: Record<string, string> = {
  ENOENT: 'does not exist: check the name and its directory',
  EACCES: 'cannot be accessed by this user: change its permissions, or run the command as another user',
  EPERM: 'cannot be changed by this user',
  EISDIR: 'is a directory; give the name of a file',
  ENOTDIR: 'contains a component that is not a directory',
  ENOSPC: 'cannot be written: the disk is full',
  EROFS: 'cannot be written: the disk is read-only',
};
