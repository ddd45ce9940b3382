import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router-dom'
import type { ResultPage as Data } from '#contract/assessments/results.ts'
import { boundsOf } from '#contract/assessments/shapes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { paths } from '#src/core/paths.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { resultQuery } from '../api/assessments.queries.ts'
import { sendAllLeftBehind } from '../attempt/left-behind.ts'
import { LoadError } from '../components/LoadError.tsx'
import { LoadingPage } from '../components/LoadingPage.tsx'
import { Attempts } from '../components/result/Attempts.tsx'
import { LateAnswers } from '../components/result/LateAnswers.tsx'
import { Outcome, Unreleased } from '../components/result/Outcome.tsx'
import { ReceiptCard } from '../components/result/ReceiptCard.tsx'
import { Timeline } from '../components/result/Timeline.tsx'
import { Versions } from '../components/result/Versions.tsx'
import { said } from '../model/labels.ts'

/**
 * /assessments/results/{attemptId}: the result once released, and always the integrity events, late answers
 * and the receipt.
 */
export const ResultPage = () => {
  const { attemptId = '' } = useParams()
  const online = useOnline()
  const result = useQuery(resultQuery(attemptId))
  const { refetch } = result
  useEffect(() => {
    if (online) void sendAllLeftBehind().then(() => refetch())
  }, [online, refetch])
  if (result.data) return <Result page={result.data} />
  if (result.error) return <LoadError error={result.error} onRetry={() => void refetch()} />
  return <LoadingPage />
}

const Result = ({ page }: { page: Data }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const { attempt, assessment, result } = page
  const finished = attempt.finished_at
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        above={<BackLink to={paths.assessments}>{t('back')}</BackLink>}
        title={<bdi>{said(assessment.title, language, assessment.main_language)}</bdi>}
        text={
          finished === null
            ? null
            : t(attempt.ended_by === 'deadline' ? 'endedByTime' : 'ended', {
                date: formatDate(finished, language, { time: true }),
                answered: page.answered,
                total: page.questions,
              })
        }
      />
      <div className="flex flex-col gap-5">
        {attempt.state === 'open' ? (
          <p>
            <Link to={paths.assessmentQuiz(attempt.id)} className={buttonClass()}>
              {t('stillRunning')}
            </Link>
          </p>
        ) : result === null ? (
          <Unreleased page={page} />
        ) : (
          <Outcome page={page} result={result} />
        )}
        {result !== null && (
          <Versions
            newest={result}
            earlier={page.earlier}
            mainLanguage={assessment.main_language}
            bounds={boundsOf(assessment)}
          />
        )}
        <Attempts page={page} />
        <LateAnswers late={page.late} />
        {attempt.state === 'submitted' && <ReceiptCard attemptId={attempt.id} hash={page.answers_hash} />}
        <Timeline page={page} />
      </div>
    </div>
  )
}
