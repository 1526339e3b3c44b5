/** Runs a process until it is told to stop, and then stops it properly. */
export function runProcess(start: () => Promise<() => Promise<void>>): void {
  let stopping: Promise<void> | undefined;
  const starting = start();

  function shutDown(signal: NodeJS.Signals): void {
    // A second Ctrl-C while stopping changes nothing: everything is being closed properly.
    stopping ??= starting
      .then((stop) => {
        say(`Stopping (${signal})…`);
        return stop();
      })
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  }
  process.on('SIGINT', shutDown);
  process.on('SIGTERM', shutDown);

  starting.catch((error: unknown) => {
    console.error(error instanceof Error ? `Airloom could not start. ${error.message}` : error);
    process.exitCode = 1;
    setImmediate(() => process.exit(1));
  });
}

export function say(line: string): void {
  console.log(line);
}
