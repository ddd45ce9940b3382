import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  getQuestion,
  listQuestions,
  listQuestionVersions,
  listTags,
  listTopics,
} from '#contract/question-bank/question-bank.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { QUESTIONS_PER_PAGE, type BankFilters } from '../model/bank-filters.ts'

const VERSIONS_SHOWN = 50

export const bankKeys = {
  all: ['question-bank'] as const,
  topics: ['question-bank', 'topics'] as const,
  tags: ['question-bank', 'tags'] as const,
  list: (filters: BankFilters) => ['question-bank', 'list', filters] as const,
  question: (id: number) => ['question-bank', 'question', id] as const,
  versions: (id: number) => ['question-bank', 'versions', id] as const,
}

export const topicsQuery = () =>
  queryOptions({
    queryKey: bankKeys.topics,
    queryFn: ({ signal }) => authedCall(listTopics, { signal }),
    select: ({ results }) => results,
    staleTime: 0,
  })

export const tagsQuery = () =>
  queryOptions({
    queryKey: bankKeys.tags,
    queryFn: ({ signal }) => authedCall(listTags, { signal }),
    select: ({ results }) => results,
    staleTime: 0,
  })

export const questionsQuery = (filters: BankFilters) =>
  queryOptions({
    queryKey: bankKeys.list(filters),
    queryFn: ({ signal }) =>
      authedCall(listQuestions, {
        query: {
          search: filters.search.trim(),
          topic_id: filters.topic === null ? undefined : String(filters.topic),
          difficulty: filters.difficulty ?? undefined,
          tag: filters.tag ?? undefined,
          state: filters.state,
          page: filters.page,
          page_size: QUESTIONS_PER_PAGE,
        },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

export const questionQuery = (questionId: number) =>
  queryOptions({
    queryKey: bankKeys.question(questionId),
    queryFn: ({ signal }) => authedCall(getQuestion, { params: { questionId }, signal }),
    staleTime: 0,
  })

export const versionsQuery = (questionId: number) =>
  queryOptions({
    queryKey: bankKeys.versions(questionId),
    queryFn: ({ signal }) =>
      authedCall(listQuestionVersions, {
        params: { questionId },
        query: { page_size: VERSIONS_SHOWN },
        signal,
      }),
    select: ({ results }) => results,
    staleTime: 0,
  })
