/** Something that a run has made and that could not be taken away. */
export interface Left {
  /** `target group`. */
  kind: string;
  name: string;
  /** The response of the service to the deletion. */
  why: string;
}
