/** What a package says, in the sizes that a course may hold. */
import { TITLE_MAX } from '#contract/course-builder/draft.ts'
import { cut } from '#contract/text/truncate.ts'

export const plainText = (text: string): string => cut(text.replace(/\p{Cc}+/gu, ' ').trim(), TITLE_MAX)

/** Lists that are longer than a course may hold go on in another one. */
export const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size))
