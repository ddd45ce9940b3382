import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import type { Review } from '#contract/assessments/results.ts'
import { paths } from '#src/core/paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { reviewQuery } from '../api/assessments.queries.ts'
import { LoadError } from '../components/LoadError.tsx'
import { LoadingPage } from '../components/LoadingPage.tsx'
import { ReviewedQuestion } from '../components/result/ReviewedQuestion.tsx'

type ReviewFilter = 'all' | 'wrong'

/**
 * /assessments/results/{attemptId}/review: each question with the learner's answer, the right one and the
 * explanation.
 */
export const ReviewPage = () => {
  const { attemptId = '' } = useParams()
  const { t } = useTranslation('assessments/result')
  const review = useQuery(reviewQuery(attemptId))
  if (review.error && !review.data)
    return <LoadError error={review.error} onRetry={() => void review.refetch()} />
  if (!review.data) return <LoadingPage />
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeader
        above={<BackLink to={paths.assessmentResult(attemptId)}>{t('review.back')}</BackLink>}
        title={t('review.title')}
        text={t('review.text')}
      />
      <Questions review={review.data} />
    </div>
  )
}

const Questions = ({ review }: { review: Review }) => {
  const { t } = useTranslation('assessments/result')
  const [filter, setFilter] = useState<ReviewFilter>('all')
  const questions = review.questions.filter(({ correct }) => filter === 'all' || !correct)
  return (
    <>
      <Segmented<ReviewFilter>
        legend={t('review.filter')}
        value={filter}
        onChange={setFilter}
        options={[
          { value: 'all', label: t('review.all', { total: review.questions.length }) },
          {
            value: 'wrong',
            label: t('review.wrong', { total: review.questions.filter(({ correct }) => !correct).length }),
          },
        ]}
      />
      <ol className="mt-5 flex flex-col gap-5">
        {questions.map((question) => (
          <ReviewedQuestion
            key={question.position}
            question={question}
            topic={review.topics.find(({ id }) => id === question.topic_id)}
            total={review.questions.length}
          />
        ))}
      </ol>
      {questions.length === 0 && <EmptyState role="status" title={t('review.noneWrong')} />}
    </>
  )
}
