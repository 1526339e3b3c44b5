import type {
  LoggedObject,
  LoggedValue,
  OperationLogRow,
} from '@airloom/contract/accounts/operation-log.model';

/** An entry as text, such as "createSite: site Lobby". */
export function operationLine({ call, objects }: Pick<OperationLogRow, 'call' | 'objects'>): string {
  return `${call}: ${objects.map(({ kind, name }) => `${kind} ${name}`).join(', ')}`;
}

/** Old and new values of an object by field; null for secrets. */
export function changesOf(
  object: LoggedObject | undefined,
): Record<string, readonly [LoggedValue, LoggedValue] | null> {
  return Object.fromEntries(
    (object?.changes ?? []).map(({ field, from, to, secret }) => [field, secret ? null : [from, to]]),
  );
}

/** The same of the first object of an entry. */
export function firstChanges(row: OperationLogRow | undefined): ReturnType<typeof changesOf> {
  return changesOf(row?.objects[0]);
}
