/** Pixels at the top and the bottom of the window in which bars of the app may lie over what is written. */
const BARS = { top: 80, right: 0, bottom: 96, left: 0 }

/** For `editorProps`: the line that one writes in is never behind a bar. */
export const clearOfBars = { scrollThreshold: BARS, scrollMargin: BARS }
