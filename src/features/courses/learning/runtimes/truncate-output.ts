import { cut as cutText } from '#contract/text/truncate.ts'
import { OUTPUT_MAX } from '#contract/problems/problems.ts'

/** Marks truncated output. */
const ELLIPSIS = '\n…'

/** Truncates output to what is stored. */
export const truncateOutput = (text: string, max = OUTPUT_MAX): string => cutText(text, max, ELLIPSIS)
