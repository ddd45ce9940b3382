import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { v4 as uuid } from 'uuid'
import type { ProgressResult } from '#contract/courses/progress.ts'
import { submitProblem, takeTests, type ProblemPage } from '#contract/problems/endpoints.ts'
import type { ProblemAnswer, RunOutput, Submission } from '#contract/problems/problems.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { problemKeys } from '../../api/problem.queries.ts'
import { usePlayerContext } from '../../context/player-context.ts'

export interface RunnableTest {
  id: string
  hidden: boolean
  input: string
}
/** Runs the tests; null when the runtime could not start or the person stopped it. */
export type RunTests = (tests: readonly RunnableTest[]) => Promise<RunOutput[] | null>

/** Submits an answer. For code it fetches the tests, runs them here and sends the outputs; the server decides. */
export const useSubmission = (page: ProblemPage, onProgress: (result: ProgressResult) => void) => {
  const { t } = useTranslation(['courses/learning/problem', 'courses/learning'])
  const cache = useQueryClient()
  const { call, isReadOnly, payAt } = usePlayerContext()
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [result, setResult] = useState<Submission | null>(null)
  const params = { itemId: page.item_id }

  /** Retries once when there was no response; the idempotency key makes the repeat harmless. */
  const send = async (answer: ProblemAnswer, run: { ticket: string; outputs: RunOutput[] } | null) => {
    const body = { idempotency_key: uuid(), answer, ...run }
    try {
      return await call(submitProblem, { params, body })
    } catch (failure) {
      if (isApiError(failure) && failure.status !== null) throw failure
      return call(submitProblem, { params, body })
    }
  }
  const runAndSend = async (answer: ProblemAnswer, runTests: RunTests | null) => {
    if (!runTests) return send(answer, null)
    const { ticket, tests } = await call(takeTests, { params, body: { answer } })
    const outputs = await runTests(tests)
    return outputs && send(answer, { ticket, outputs })
  }
  const submit = async (answer: ProblemAnswer, runTests: RunTests | null = null) => {
    if (pending) return
    if (isReadOnly)
      return setError(t(payAt ? 'overdue.handIn' : 'looking.handIn', { ns: 'courses/learning' }))
    setPending(true)
    setError(null)
    try {
      const sent = await runAndSend(answer, runTests)
      if (sent) {
        setResult(sent.submission)
        cache.setQueryData<ProblemPage>(
          problemKeys.page(page.item_id),
          (previous) =>
            previous && {
              ...previous,
              standing: sent.standing,
              help: sent.help,
              submissions: [
                sent.submission,
                ...previous.submissions.filter(({ id }) => id !== sent.submission.id),
              ],
            },
        )
        onProgress(sent.progress)
      }
    } catch (failure) {
      setError(errorText(failure, t('submit.failed')))
    }
    setPending(false)
  }
  return { submit: submit, pending, error, result, showResult: setResult }
}
