/** 0: the device is in recovery mode and accepts no configuration. */
const RECOVERY = 0;
const VERSION_MAX = 2_147_483_647;
/** Higher reported versions are ignored: no higher ones would be left. */
const BELIEVED_MAX = VERSION_MAX - 1_000_000;

/**
 * Decides by the reported version. `raiseTo`: the device runs a newer version than ours, which has to be stored again
 * under this version and pushed, because a device refuses older versions.
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

/** Versions are Unix seconds, and always above the previous one. */
export function nextVersion(now: Date, last: number | null): number {
  return Math.min(Math.max(Math.floor(now.getTime() / 1000), (last ?? 0) + 1), VERSION_MAX);
}
