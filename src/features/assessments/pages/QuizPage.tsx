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
import { ExamView } from '../components/exam/ExamView.tsx'
import { useAttempt } from '../components/exam/use-attempt.ts'
import { LoadError } from '../components/LoadError.tsx'
import { LoadingPage } from '../components/LoadingPage.tsx'

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** /assessment/quiz: the running attempt, chosen by `?attempt=` if several run. */
export const QuizPage = () => {
  const { t } = useTranslation('assessments')
  const [searchParams] = useSearchParams()
  const requestedId = searchParams.get('attempt')
  const paper = useQuery(paperQuery(requestedId !== null && UUID.test(requestedId) ? requestedId : null))
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
        <LoadError error={paper.error} onRetry={() => void paper.refetch()} />
      ) : (
        <LoadingPage />
      )}
    </div>
  )
}

const RunningAttempt = ({ paper }: { paper: AttemptPage }) => {
  const { t } = useTranslation('assessments')
  const navigate = useNavigate()
  const { snapshot, reenter } = useAttempt(paper)
  const view = snapshot?.view
  const phase = view?.phase ?? 'opening'
  // Neither an app update nor a lost session may replace the page now.
  const isBusy = phase === 'running' || phase === 'ending' || phase === 'elsewhere'
  useEffect(() => (isBusy ? registerBusy(t('exam.busy')) : undefined), [isBusy, t])
  const openResult = useEffectEvent(() => void navigate(paths.assessmentResult(paper.id), { replace: true }))
  useEffect(() => {
    if (phase !== 'submitted') return
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    openResult()
  }, [phase])
  if (!snapshot || !view || phase === 'opening' || phase === 'submitted')
    return (
      <div className="mx-auto w-full max-w-page px-4 py-6 sm:px-6">
        {view && !view.reached ? (
          <LoadError error={null} onRetry={() => void snapshot?.exam.flush()} />
        ) : (
          <LoadingPage />
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
  return (
    <ExamView
      paper={paper}
      exam={snapshot.exam}
      view={view}
      isInOtherTab={snapshot.isInOtherTab}
      onReenter={reenter}
    />
  )
}
