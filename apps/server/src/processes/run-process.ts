/** Runs a process until it is signalled to stop or ends by itself, and then stops it properly. */
export function runProcess(start: (giveUp: (error: Error) => void) => Promise<() => Promise<void>>): void {
  let stopping: Promise<void> | undefined;
  const starting = start((error) => {
    console.error(`Airloom stops. ${error.message}`);
    shutDown('giving up', 1);
  });

  function shutDown(why: string, exitCode: number): void {
    // A second Ctrl-C while stopping changes nothing: everything is being closed properly.
    stopping ??= starting
      .then((stop) => {
        print(`Stopping (${why})…`);
        return stop();
      })
      .then(
        () => process.exit(exitCode),
        () => process.exit(1),
      );
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => shutDown(signal, 0));

  starting.catch((error: unknown) => {
    console.error(error instanceof Error ? `Airloom could not start. ${error.message}` : error);
    process.exitCode = 1;
    setImmediate(() => process.exit(1));
  });
}

export function print(line: string): void {
  console.log(line);
}
