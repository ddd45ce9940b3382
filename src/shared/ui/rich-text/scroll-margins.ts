/** Pixels at the window's top and bottom that bars of the app may cover. */
const BARS = { top: 80, right: 0, bottom: 96, left: 0 }

/** For `editorProps`: keeps the line at the cursor clear of those bars. */
export const scrollMargins = { scrollThreshold: BARS, scrollMargin: BARS }
