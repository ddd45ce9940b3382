import { parseId } from '#src/shared/lib/parse-id.ts'
import { cut } from '#contract/text/truncate.ts'
import {
  difficulties,
  questionStates,
  TAG_MAX,
  type Difficulty,
  type QuestionState,
} from '#contract/question-bank/question-bank.ts'

export const QUESTIONS_PER_PAGE = 20

export interface BankFilters {
  search: string
  topic: number | null
  difficulty: Difficulty | null
  tag: string | null
  state: QuestionState
  page: number
}

export const NO_BANK_FILTERS: BankFilters = {
  search: '',
  topic: null,
  difficulty: null,
  tag: null,
  state: 'active',
  page: 1,
}

/** Reads the filters from a URL's query. Invalid values fall back to the defaults. */
export const bankFiltersOf = (searchParams: URLSearchParams): BankFilters => {
  const page = Number(searchParams.get('page') ?? 1)
  return {
    search: cut(searchParams.get('search') ?? '', 200),
    topic: parseId(searchParams.get('topic')),
    difficulty: difficulties.find((value) => value === searchParams.get('difficulty')) ?? null,
    tag: cut(searchParams.get('tag')?.trim() ?? '', TAG_MAX) || null,
    state: questionStates.find((value) => value === searchParams.get('state')) ?? 'active',
    page: Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1,
  }
}

export const writeBankFilters = (filters: BankFilters): Record<string, string> => ({
  ...(filters.search === '' ? {} : { search: filters.search }),
  ...(filters.topic === null ? {} : { topic: String(filters.topic) }),
  ...(filters.difficulty === null ? {} : { difficulty: filters.difficulty }),
  ...(filters.tag === null ? {} : { tag: filters.tag }),
  ...(filters.state === 'active' ? {} : { state: filters.state }),
  ...(filters.page > 1 ? { page: String(filters.page) } : {}),
})

export const isBankNarrowed = ({ search, topic, difficulty, tag }: BankFilters): boolean =>
  search.trim() !== '' || topic !== null || difficulty !== null || tag !== null
