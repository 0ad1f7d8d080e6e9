/** Keys of the secrets in the database, inside of a data directory and of backups with keys. */
export const secretKeyFile = 'secrets.key';
