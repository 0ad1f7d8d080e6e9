/** Says in words why a file cannot be imported, or not with these settings. */
export class ImportFault extends Error {
  override name = 'ImportFault';
}
