/** Something that a run has made and that could not be taken away. */
export interface Left {
  /** `target group`. */
  kind: string;
  name: string;
  /** What the service said to it. */
  why: string;
}
