/** Hooks for other features whose pages let somebody choose questions of the bank. */
import { useQuery } from '@tanstack/react-query'
import { BANK_FILTERS } from '../model/bank-filters.ts'
import { questionsQuery, topicsQuery } from './bank.queries.ts'

export const useBankTopics = () => useQuery(topicsQuery())
export const useBankSearch = (search: string) => useQuery(questionsQuery({ ...BANK_FILTERS.empty, search }))
