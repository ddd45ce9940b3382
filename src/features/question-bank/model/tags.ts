import { cut } from '#contract/text/truncate.ts'
import { TAG_MAX, TAGS_MAX, type BankTag } from '#contract/question-bank/question-bank.ts'

const SUGGESTED = 8
const COMMA = /[,،]/

/** What stands between the commas. */
const parts = (typed: string): string[] => typed.split(COMMA).map((tag) => tag.trim())

/** The tags that were typed, each once. */
export const tagsFrom = (typed: string): string[] => {
  const words = parts(typed).map((tag) => cut(tag, TAG_MAX))
  return [...new Set(words.filter(Boolean))].slice(0, TAGS_MAX)
}

const isKnown = (tag: string, known: readonly BankTag[]) => known.some((each) => each.tag === tag)

/** What is being typed after the last comma; nothing when it is a whole tag of the bank already. */
const unfinished = (typed: string, known: readonly BankTag[]): string => {
  const last = parts(typed).at(-1) ?? ''
  return isKnown(last, known) ? '' : last
}

/** Tags of the bank that go on with what is being typed, or the ones that most questions have. */
export const suggestedTags = (typed: string, known: readonly BankTag[]): string[] => {
  const begun = unfinished(typed, known).toLowerCase()
  const taken = new Set(tagsFrom(typed))
  return known
    .filter(({ tag }) => !taken.has(tag) && tag.toLowerCase().includes(begun))
    .toSorted((a, b) => b.active - a.active || a.tag.localeCompare(b.tag))
    .slice(0, SUGGESTED)
    .map(({ tag }) => tag)
}

/** With this tag in place of the word that was begun. */
export const withTag = (typed: string, tag: string): string => {
  const all = parts(typed)
  const last = (all.at(-1) ?? '').toLowerCase()
  const kept = last !== '' && tag.toLowerCase().includes(last) ? all.slice(0, -1) : all
  return `${[...kept.filter(Boolean), tag].join(', ')}, `
}
