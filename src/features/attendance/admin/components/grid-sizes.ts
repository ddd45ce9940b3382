/** Sizes of the grid in pixels; windowing counts with them. */
export const ROW = 44
export const CELL = 48
export const HEAD = 60
export const NAME = 148
