import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { BankQuestionLine, BankTopic } from '#contract/question-bank/question-bank.ts'

/**
 * What the authoring pages read from the question bank. The app provides it, because features never import
 * each other.
 */
export interface QuestionBank {
  useTopics: () => UseQueryResult<readonly BankTopic[]>
  useSearch: (search: string) => UseQueryResult<{ results: readonly BankQuestionLine[] }>
}

const QuestionBankContext = createContext<QuestionBank | null>(null)
export const QuestionBankProvider = QuestionBankContext

export const useQuestionBank = (): QuestionBank => {
  const bank = use(QuestionBankContext)
  if (!bank) throw new Error('AssessmentsPage needs a QuestionBankProvider')
  return bank
}
