/** Some browsers forget that a table is one when it is not drawn as one; so its parts say what they are. */
export const TABLE = { role: 'table' } as const;
export const ROW_GROUP = { role: 'rowgroup' } as const;
export const ROW = { role: 'row' } as const;
export const COLUMN_HEADER = { role: 'columnheader' } as const;
export const CELL = { role: 'cell' } as const;
