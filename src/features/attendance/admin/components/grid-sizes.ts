/** Sizes of the grid in pixels; windowing counts with them. */
export const ROW = 48
export const CELL = 48
export const HEAD = 60

/** A full name fits on one line of a wide screen and on two lines of a phone. Cells read it as `--name`. */
export const nameWidth = (screen: number): number => (screen < 640 ? 156 : 248)
/** Where a column starts, behind the names. */
export const columnStart = (column: number): string => `calc(var(--name) + ${column * CELL}px)`
