export interface DynamicKeys {
  /** The text before the value in the template that makes the key. */
  readonly prefix: string;
  /** What can follow it. */
  readonly values: readonly string[];
  readonly reason: string;
}
