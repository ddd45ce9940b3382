import { cut } from '#contract/text/truncate.ts'
import { TAG_MAX, TAGS_MAX, type BankTag } from '#contract/question-bank/question-bank.ts'

const SUGGESTIONS_MAX = 8
const COMMA = /[,،]/

const parts = (typed: string): string[] => typed.split(COMMA).map((tag) => tag.trim())

/** The typed tags without duplicates. */
export const tagsFrom = (typed: string): string[] => {
  const tags = parts(typed).map((tag) => cut(tag, TAG_MAX))
  return [...new Set(tags.filter(Boolean))].slice(0, TAGS_MAX)
}

const isKnown = (tag: string, known: readonly BankTag[]) => known.some((each) => each.tag === tag)

/** The text after the last comma, or nothing if it is a complete tag of the bank. */
const unfinishedTag = (typed: string, known: readonly BankTag[]): string => {
  const last = parts(typed).at(-1) ?? ''
  return isKnown(last, known) ? '' : last
}

/** Tags of the bank that contain the text being typed, most used first. */
export const suggestedTags = (typed: string, known: readonly BankTag[]): string[] => {
  const query = unfinishedTag(typed, known).toLowerCase()
  const chosen = new Set(tagsFrom(typed))
  return known
    .filter(({ tag }) => !chosen.has(tag) && tag.toLowerCase().includes(query))
    .toSorted((a, b) => b.active - a.active || a.tag.localeCompare(b.tag))
    .slice(0, SUGGESTIONS_MAX)
    .map(({ tag }) => tag)
}

/** Replaces the unfinished tag at the end of the input by this tag. */
export const withTag = (typed: string, tag: string): string => {
  const tags = parts(typed)
  const last = (tags.at(-1) ?? '').toLowerCase()
  const finished = last !== '' && tag.toLowerCase().includes(last) ? tags.slice(0, -1) : tags
  return `${[...finished.filter(Boolean), tag].join(', ')}, `
}
