import { cut as cutText } from '#contract/text/truncate.ts'
import { OUTPUT_MAX } from '#contract/problems/problems.ts'

/** A tail that says that there was more. */
const MORE = '\n…'

/** At most as much output as is kept. */
export const truncateOutput = (text: string, most = OUTPUT_MAX): string => cutText(text, most, MORE)
