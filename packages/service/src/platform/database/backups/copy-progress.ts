/** How far a copy is, in bytes. */
export interface CopyProgress {
  copied: number;
  total: number;
}
