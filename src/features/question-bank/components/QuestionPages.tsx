import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import type { QuestionDraft } from '#contract/question-bank/question-bank.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { useCreateQuestion } from '../api/bank.mutations.ts'
import { questionQuery, topicsQuery } from '../api/bank.queries.ts'
import { newQuestion } from '../model/question-form.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { FailedPage } from '#src/core/editing/FailedPage.tsx'
import { EditQuestion } from './EditQuestion.tsx'
import { QuestionForm } from './QuestionForm.tsx'

const BackToList = () => {
  const { t } = useTranslation('question-bank')
  return <BackLink to={adminPaths.questionBank}>{t('edit.back')}</BackLink>
}

export const QuestionPage = ({ questionId }: { questionId: number }) => {
  const { t } = useTranslation('question-bank')
  const question = useQuery(questionQuery(questionId))
  const topics = useQuery(topicsQuery())
  return (
    <>
      <PageHeader above={<BackToList />} title={t('edit.title', { id: questionId })} />
      {question.data ? (
        <EditQuestion question={question.data} topics={topics.data ?? []} />
      ) : question.isError ? (
        <FailedPage
          say={(key) => t(`${key === 'retry' ? '' : 'page.'}${key}`)}
          error={question.error}
          missing={t('edit.missing')}
          pending={question.isFetching}
          onRetry={() => void question.refetch()}
        />
      ) : (
        <Loading />
      )}
    </>
  )
}

export const NewQuestionPage = () => {
  const { t } = useTranslation('question-bank')
  const { language } = useLocalized()
  const navigate = useNavigate()
  const notify = useNotify()
  const topics = useQuery(topicsQuery())
  const create = useCreateQuestion()
  // A repeated submit of the same draft keeps its idempotency key, so that it creates one question.
  const [lastSent, setLastSent] = useState({ body: '', key: crypto.randomUUID() })
  const save = (draft: QuestionDraft, settle: () => void) => {
    const body = JSON.stringify(draft)
    const key = body === lastSent.body ? lastSent.key : crypto.randomUUID()
    setLastSent({ body, key })
    create.mutate(
      { ...draft, idempotency_key: key },
      {
        onSuccess: ({ id }) => {
          settle()
          notify({ kind: 'success', title: t('edit.created') })
          void navigate(`${adminPaths.questionBank}?question=${id}`, { replace: true })
        },
      },
    )
  }
  return (
    <>
      <PageHeader above={<BackToList />} title={t('edit.newTitle')} text={t('edit.newText')} />
      {topics.data || topics.isError ? (
        <QuestionForm
          name="bank-question-new"
          initial={newQuestion(language, topics.data?.[0]?.id ?? null)}
          topics={topics.data ?? []}
          pending={create.isPending}
          error={create.error}
          submitLabel={t('edit.create')}
          onSave={save}
        />
      ) : (
        <Loading />
      )}
    </>
  )
}

const Loading = () => {
  const { t } = useTranslation('question-bank')
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-4">
      <span className="sr-only">{t('edit.loading')}</span>
      <Skeleton className="h-24 rounded-xl" />
      <Skeleton className="h-80 rounded-xl" />
    </div>
  )
}
