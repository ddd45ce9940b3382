import {
  AssessmentsPage,
  QuestionBankProvider,
  type QuestionBank,
} from '#src/features/assessments/admin/index.ts'
import { useBankSearch, useBankTopics } from '#src/features/question-bank/index.ts'

const bank: QuestionBank = { useTopics: useBankTopics, useSearch: useBankSearch }

/** /admin/assessments, with questions of the question bank. */
export const AssessmentAuthoringPage = () => (
  <QuestionBankProvider value={bank}>
    <AssessmentsPage />
  </QuestionBankProvider>
)
