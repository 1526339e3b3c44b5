import {
  type LoggedObject,
  type LoggedValue,
  NAME_TEXTS,
  type ObjectKind,
  type OperationLogRow,
  referencesIn,
  VALUE_TEXTS,
  type ValueChange,
} from './operation-log.model.ts';

/** A text by its key; null for keys without one, e.g. operations of a later release. */
export type TextOf = (key: string) => string | null;

export function operationText({ call }: Pick<OperationLogRow, 'call'>, textOf: TextOf): string {
  return textOf(`operations.${call}`) ?? call;
}

function nameText(
  { kind, name }: { readonly kind: ObjectKind; readonly name: string },
  textOf: TextOf,
): string {
  const texts = NAME_TEXTS[kind];
  return (texts === undefined ? null : textOf(`${texts}${name}`)) ?? name;
}

export function kindText(kind: ObjectKind, textOf: TextOf): string {
  return textOf(`operation-log.kind.${kind}`) ?? kind;
}

function labelled(label: string, value: string, textOf: TextOf): string {
  return `${label}${textOf('operation-log.colon') ?? ': '}${value}`;
}

/** Such as "Site: Harbour". */
export function objectText(object: Pick<LoggedObject, 'kind' | 'name'>, textOf: TextOf): string {
  return labelled(kindText(object.kind, textOf), nameText(object, textOf), textOf);
}

/** All listed objects in one line; entries of earlier releases have a text. */
export function objectsText({ objects, objectCount, earlier }: OperationLogRow, textOf: TextOf): string {
  if (earlier !== null) return earlier.target;
  const more = objectCount - objects.length;
  return [...objects.map((object) => objectText(object, textOf)), ...(more > 0 ? [`+${more}`] : [])].join(
    ', ',
  );
}

export function fieldText(field: string, textOf: TextOf): string {
  return textOf(`operation-log.field.${field}`) ?? field;
}

const NO_VALUE = '–';

/** `timeText` writes a time; without it, as stored. */
export function valueText(
  field: string,
  value: LoggedValue,
  textOf: TextOf,
  timeText: (at: string) => string = (at) => at,
): string {
  const references = referencesIn(value);
  if (references !== null) return references.map((reference) => nameText(reference, textOf)).join(', ');
  if (value === null || value === '') return NO_VALUE;
  if (typeof value === 'boolean') return textOf(value ? 'operation-log.yes' : 'operation-log.no') ?? '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return stringText(field, value, textOf, timeText);
  if (Array.isArray(value)) return value.map((one) => valueText(field, one, textOf, timeText)).join(', ');
  return Object.entries(value)
    .filter(([, one]) => one !== null)
    .map(([key, one]) => valueText(key, one, textOf, timeText))
    .join(' / ');
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function stringText(field: string, value: string, textOf: TextOf, timeText: (at: string) => string): string {
  if (TIME.test(value)) return timeText(value);
  const texts = VALUE_TEXTS[field];
  return (texts === undefined ? null : textOf(`${texts}${value}`)) ?? value;
}

/** Such as "Name: Lobby → Hall". */
function changeText({ field, from, to, secret }: ValueChange, textOf: TextOf): string {
  const values = secret
    ? (textOf('operation-log.secretChanged') ?? '')
    : `${valueText(field, from, textOf)} → ${valueText(field, to, textOf)}`;
  return labelled(fieldText(field, textOf), values, textOf);
}

/** All changes in one line; of several objects each under its name. */
export function changesText({ objects, earlier }: OperationLogRow, textOf: TextOf): string {
  if (earlier !== null) {
    const { before, after } = earlier;
    return before === null && after === null ? '' : `${JSON.stringify(before)} → ${JSON.stringify(after)}`;
  }
  const changed = objects.filter(({ changes }) => changes.length > 0);
  return changed
    .map((object) => {
      const changes = object.changes.map((change) => changeText(change, textOf)).join('; ');
      return changed.length === 1 ? changes : `${objectText(object, textOf)} (${changes})`;
    })
    .join('; ');
}
