import {
  IMPORT_FILE_MAX_BYTES,
  type ImportField,
  type importResults,
  type importRowStates,
  type importUndoResults,
  type StudentImport,
} from '#contract/students/imports.ts'

/** Which rows are shown. */
export interface RowChoice {
  state?: (typeof importRowStates)[number]
  result?: (typeof importResults)[number]
  undo?: (typeof importUndoResults)[number]
}

/** `new`: choose a file; else the id of an import. */
export const importLink = (id: string): string => `?import=${encodeURIComponent(id)}`
export const NEW_IMPORT = 'new'

export const isTooLarge = (file: { size: number }): boolean => file.size > IMPORT_FILE_MAX_BYTES

/** A field belongs to one column: choosing it for another one frees the first. */
export const withField = (
  mapping: readonly (ImportField | null)[],
  column: number,
  field: ImportField | null,
): (ImportField | null)[] =>
  mapping.map((each, index) => (index === column ? field : each === field && field !== null ? null : each))

/** The numbers above the rows, in the order of the page: what is to be looked at comes first. */
export const tallies = (file: StudentImport): { choice: RowChoice; key: string; count: number }[] => {
  const { rows, results, undone } = file
  if (file.state === 'undone')
    return [
      { choice: { undo: 'removed' }, key: 'removed', count: undone.removed },
      { choice: { undo: 'restored' }, key: 'restored', count: undone.restored },
      { choice: { undo: 'partly' }, key: 'partly', count: undone.partly },
      { choice: { undo: 'kept' }, key: 'kept', count: undone.kept },
    ]
  if (file.state === 'done' || file.state === 'failed' || file.state === 'stopped')
    return [
      { choice: { result: 'created' }, key: 'created', count: results.created },
      { choice: { result: 'updated' }, key: 'updated', count: results.updated },
      { choice: { result: 'refused' }, key: 'refused', count: results.refused },
      { choice: { state: 'same' }, key: 'same', count: rows.same },
      { choice: { state: 'wrong' }, key: 'wrong', count: rows.wrong },
    ]
  return [
    { choice: { state: 'wrong' }, key: 'wrong', count: rows.wrong },
    { choice: { state: 'new' }, key: 'new', count: rows.new },
    { choice: { state: 'changed' }, key: 'changed', count: rows.changed },
    { choice: { state: 'same' }, key: 'same', count: rows.same },
  ]
}
