import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Language } from '#contract/languages.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import {
  changeTag,
  createQuestion,
  exportQuestions,
  importQuestions,
  saveQuestion,
  saveTopic,
  setQuestionState,
  type BankQuestion,
  type QuestionState,
} from '#contract/question-bank/question-bank.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import type { BankFilters } from '../model/bank-filters.ts'
import { bankKeys } from './bank.queries.ts'

/** The response holds the whole question: cache it and refetch the lists and counts. */
const useCacheQuestion = () => {
  const queryClient = useQueryClient()
  return async (question: BankQuestion) => {
    queryClient.setQueryData(bankKeys.question(question.id), question)
    await queryClient.invalidateQueries({
      queryKey: bankKeys.all,
      predicate: ({ queryKey }) => queryKey[1] !== 'question',
    })
  }
}

export const useCreateQuestion = () => {
  const cacheQuestion = useCacheQuestion()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof createQuestion>) => authedCall(createQuestion, { body }),
    onSuccess: cacheQuestion,
  })
}

export const useSaveQuestion = (questionId: number) => {
  const queryClient = useQueryClient()
  const cacheQuestion = useCacheQuestion()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof saveQuestion>) =>
      authedCall(saveQuestion, { params: { questionId }, body }),
    onSuccess: cacheQuestion,
    // Somebody else may have saved a newer version: fetch it.
    onError: () => queryClient.invalidateQueries({ queryKey: bankKeys.question(questionId) }),
  })
}

export const useQuestionState = (questionId: number) => {
  const cacheQuestion = useCacheQuestion()
  return useMutation({
    mutationFn: (state: QuestionState) =>
      authedCall(setQuestionState, { params: { questionId }, body: { state } }),
    onSuccess: cacheQuestion,
  })
}

export const useSaveTopic = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ key, names }: { key: string; names: Partial<Record<Language, string>> }) =>
      authedCall(saveTopic, { params: { topicKey: key }, body: { names } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: bankKeys.topics }),
  })
}

export const useChangeTag = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof changeTag>) => authedCall(changeTag, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: bankKeys.all }),
  })
}

export const useImportQuestions = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof importQuestions>) => authedCall(importQuestions, { body }),
    onSuccess: async ({ applied }) => {
      if (applied) await queryClient.invalidateQueries({ queryKey: bankKeys.all })
    },
  })
}

export const useExportQuestions = () =>
  useMutation({
    mutationFn: ({ language, filters }: { language: Language; filters: BankFilters }) =>
      authedCall(exportQuestions, {
        query: {
          language,
          search: filters.search.trim(),
          topic_id: filters.topic === null ? undefined : String(filters.topic),
          difficulty: filters.difficulty ?? undefined,
          tag: filters.tag ?? undefined,
          state: filters.state,
        },
      }),
  })
