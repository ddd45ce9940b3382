/** Fits texts and lists of a package into the limits of a course. */
import { TITLE_MAX } from '#contract/course-builder/draft.ts'
import { cut } from '#contract/text/truncate.ts'

export const plainText = (text: string): string => cut(text.replace(/\p{Cc}+/gu, ' ').trim(), TITLE_MAX)

/** Splits a list that is longer than a course may hold. */
export const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
