export interface Outcome {
  /** Violations; one makes the check fail. */
  readonly failures: readonly string[];
  /** What deserves a look. */
  readonly warnings: readonly string[];
}

export interface Check {
  readonly name: string;
  run(root: string): Outcome | Promise<Outcome>;
}

export function failing(failures: readonly string[]): Outcome {
  return { failures, warnings: [] };
}
