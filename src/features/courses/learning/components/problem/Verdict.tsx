import { useTranslation } from 'react-i18next'
import type { ShownProblem, Submission } from '#contract/problems/problems.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Rubric } from './Rubric.tsx'
import { TestList } from './code/TestList.tsx'

const KINDS = { accepted: 'success', failed: 'error', waiting: 'info', replaced: 'info' } as const

type Props = {
  submission: Submission
  kind: ShownProblem['kind']
  /** The function that the tests call, if they call one. */
  call?: string | null
}

/** The server's verdict, each test, and the instructor's grade. */
export const Verdict = ({ submission, kind, call }: Props) => {
  const { t } = useTranslation('courses/learning/problem')
  const { state, passed, total, points_earned, points, grade } = submission
  // Failed tests are an expected result, so they do not use the interrupting error alert.
  const alertKind = KINDS[state] === 'error' ? 'warning' : KINDS[state]
  return (
    <div className="flex flex-col gap-4">
      <Alert kind={alertKind} title={t(`verdict.${state}`)}>
        {total > 0 && <p>{t('verdict.tests', { passed, total })}</p>}
        {points_earned !== null && <p>{t('verdict.points', { earned: points_earned, points })}</p>}
        {state === 'waiting' && <p>{t('verdict.waitingHint')}</p>}
      </Alert>
      {submission.tests.length > 0 && <TestList results={submission.tests} kind={kind} call={call} />}
      {grade && (
        <section aria-label={t('grade.title')} className="flex flex-col gap-3">
          <h3 className="font-medium text-ink">{t('grade.title')}</h3>
          <Rubric rubric={submission.rubric} marks={grade.marks} />
          {grade.comment !== '' && (
            <blockquote dir="auto" className="border-s-4 border-primary ps-4 whitespace-pre-wrap text-ink">
              {grade.comment}
            </blockquote>
          )}
          <p className="text-sm text-ink-muted">
            {t('grade.by')} <bdi>{grade.grader}</bdi>
          </p>
        </section>
      )}
    </div>
  )
}
