import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import type { AttemptPage } from '#contract/assessments/assessments.ts'
import { paths } from '#src/core/paths.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { paperQuery } from '../api/assessments.queries.ts'
import { Ending } from '../components/exam/Ending.tsx'
import { ExamRoom } from '../components/exam/ExamRoom.tsx'
import { useAttempt } from '../components/exam/use-attempt.ts'
import { Problem } from '../components/Problem.tsx'
import { Waiting } from '../components/Waiting.tsx'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** /assessment/quiz: the running attempt; `?attempt=` names it when several run. */
export const QuizPage = () => {
  const { t } = useTranslation('assessments')
  const [searchParams] = useSearchParams()
  const asked = searchParams.get('attempt')
  const paper = useQuery(paperQuery(asked !== null && UUID.test(asked) ? asked : null))
  if (paper.data) return <RunningAttempt key={paper.data.id} paper={paper.data} />
  return (
    <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-6">
      {paper.data === null ? (
        <EmptyState
          as="h1"
          title={t('exam.noneRunning')}
          text={t('exam.noneRunningText')}
          action={
            <Link to={paths.assessments} className={buttonClass()}>
              {t('problem.back')}
            </Link>
          }
        />
      ) : paper.error ? (
        <Problem error={paper.error} onRetry={() => void paper.refetch()} />
      ) : (
        <Waiting />
      )}
    </div>
  )
}

const RunningAttempt = ({ paper }: { paper: AttemptPage }) => {
  const { t } = useTranslation('assessments')
  const navigate = useNavigate()
  const { seen, again } = useAttempt(paper)
  const view = seen?.view
  const phase = view?.phase ?? 'opening'
  // Neither an update nor a lost session may pull the page away meanwhile.
  const busy = phase === 'running' || phase === 'ending' || phase === 'elsewhere'
  useEffect(() => (busy ? registerBusy(t('exam.busy')) : undefined), [busy, t])
  const over = useEffectEvent(() => void navigate(paths.assessmentResult(paper.id), { replace: true }))
  useEffect(() => {
    if (phase !== 'submitted') return
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    over()
  }, [phase])
  if (!seen || !view || phase === 'opening' || phase === 'submitted')
    return (
      <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-6">
        {view && !view.reached ? (
          <Problem error={null} onRetry={() => void seen?.exam.flush()} />
        ) : (
          <Waiting />
        )}
      </div>
    )
  if (phase === 'ending')
    return (
      <div data-undisturbed="" className="mx-auto w-full max-w-page px-4 py-6 sm:px-6">
        <h1 tabIndex={-1} className="sr-only">
          {t('ending.heading')}
        </h1>
        <Ending view={view} />
      </div>
    )
  return <ExamRoom paper={paper} exam={seen.exam} view={view} taken={seen.taken} onAgain={again} />
}
