/** What the operating system says by its codes, as the rest of a sentence that begins with a path. */
export const systemFaults: Record<string, string> = {
  ENOENT: 'is not there: check the name, and that its directory exists',
  EACCES: 'must not be read or written by this user: change its permissions, or run as another user',
  EPERM: 'must not be changed by this user',
  EISDIR: 'is a directory; name a file',
  ENOTDIR: 'goes through something that is no directory',
  ENOSPC: 'cannot be written: the disk is full',
  EROFS: 'cannot be written: the disk is read-only',
};
