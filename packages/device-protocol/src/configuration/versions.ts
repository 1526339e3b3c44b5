/** 0: the device runs its recovery and takes no configuration. */
const RECOVERY = 0;
const VERSION_MAX = 2_147_483_647;
/** Above it a device is not believed: there would be no room left for what comes after. */
const BELIEVED_MAX = VERSION_MAX - 1_000_000;

/**
 * What to do about the configuration a device says it runs. `raiseTo`: it runs a newer one than ours; ours has
 * to be stored anew under this version and pushed, because a device refuses to step back.
 */
export function decidePush(
  ours: { readonly version: number } | null,
  reportedVersion: number,
): 'none' | 'push' | { readonly raiseTo: number } {
  if (ours === null || reportedVersion === RECOVERY || reportedVersion === ours.version) return 'none';
  if (reportedVersion > BELIEVED_MAX) return 'none';
  if (reportedVersion < ours.version) return 'push';
  return { raiseTo: reportedVersion + 2 };
}

/** Versions are Unix seconds, and always above the one before. */
export function nextVersion(now: Date, last: number | null): number {
  return Math.min(Math.max(Math.floor(now.getTime() / 1000), (last ?? 0) + 1), VERSION_MAX);
}
