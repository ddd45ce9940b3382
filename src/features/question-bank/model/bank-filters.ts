import { difficulties, questionStates, TAG_MAX } from '#contract/question-bank/question-bank.ts'
import { cut } from '#contract/text/truncate.ts'
import { choice, listSchema, oneOf, optional, type FiltersOf } from '#src/core/lists/list-filters.ts'
import { parseId } from '#src/shared/lib/parse-id.ts'

export const QUESTIONS_PER_PAGE = 20

export const BANK_FILTERS = listSchema({
  topic: optional(parseId),
  difficulty: oneOf(difficulties),
  tag: optional((text) => cut(text?.trim() ?? '', TAG_MAX) || null),
  /** The retired questions are a list of their own. */
  state: choice(questionStates, 'active'),
})
export type BankFilters = FiltersOf<typeof BANK_FILTERS>
