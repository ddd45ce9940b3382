import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { gradeSubmission, type ToGrade } from '#contract/grading/submissions.ts'
import { authedCall } from '#src/core/api/authed-call.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { registerBusy } from '#src/core/session/busy.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { SafeHtml } from '#src/shared/ui/content/SafeHtml.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { gradingKeys, toGradeQuery } from '../api/grading.queries.ts'
import { CriterionField } from './CriterionField.tsx'

/** One submission beside the rubric. */
export const GradeSheet = ({ submissionId }: { submissionId: number }) => {
  const { t } = useTranslation('grading')
  const { data, error, refetch } = useQuery(toGradeQuery(submissionId))
  return (
    <div className="flex flex-col gap-5">
      <BackLink to={adminPaths.grading} className="self-start">
        {t('sheet.back')}
      </BackLink>
      {data ? (
        <Sheet work={data} />
      ) : error ? (
        <EmptyState
          role="alert"
          illustration="error"
          title={errorText(error, t('sheet.failed'))}
          action={<Button onClick={() => void refetch()}>{t('retry')}</Button>}
        />
      ) : (
        <SkeletonText lines={10} />
      )}
    </div>
  )
}

const Sheet = ({ work }: { work: ToGrade }) => {
  const { t } = useTranslation('grading')
  const language = useLanguage()
  const { submission, learner, course } = work
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,26rem)]">
      <div className="flex min-w-0 flex-col gap-5">
        <Card>
          <h2 dir="auto" className="text-lg font-semibold text-ink">
            {work.item_title}
          </h2>
          <p className="mt-1 text-sm text-ink-muted">
            <bdi>{learner.name}</bdi> · <bdi>{course.title}</bdi> ·{' '}
            {formatDate(submission.created_at, language, { time: true })}
          </p>
          <Answer work={work} />
        </Card>
        <details className="rounded-xl border border-line bg-surface-raised">
          <summary className="flex min-h-11 cursor-pointer items-center px-4 font-medium text-ink">
            {t('sheet.statement')}
          </summary>
          <SafeHtml html={work.problem.statement} kind="article" className="px-4 pb-4" />
        </details>
      </div>
      {submission.state === 'replaced' ? (
        <Alert kind="info" title={t('sheet.replaced')} />
      ) : (
        <GradeForm work={work} />
      )}
    </div>
  )
}

const Answer = ({ work }: { work: ToGrade }) => {
  const { t } = useTranslation('grading')
  const { answer } = work.submission
  if (answer.kind === 'spreadsheet')
    return (
      <ul className="mt-4 grid gap-1 font-mono text-sm" dir="ltr">
        {answer.cells.map((cell) => (
          <li key={cell.cell}>
            {cell.cell}: {cell.value}
          </li>
        ))}
      </ul>
    )
  return (
    <section aria-label={t('sheet.answer')} className="mt-4">
      <p dir="auto" className="whitespace-pre-wrap text-ink">
        {answer.kind === 'text' ? answer.text : answer.code}
      </p>
    </section>
  )
}

/** The points and comments of a grade; unsaved ones keep the page busy. */
const useGrade = (work: ToGrade) => {
  const { t } = useTranslation('grading')
  const cache = useQueryClient()
  const notify = useNotify()
  const { submission } = work
  const [points, setPoints] = useState<Record<string, number | null>>(() =>
    Object.fromEntries((submission.grade?.marks ?? []).map((mark) => [mark.criterion_id, mark.points])),
  )
  const [comments, setComments] = useState<Record<string, string>>(() =>
    Object.fromEntries((submission.grade?.marks ?? []).map((mark) => [mark.criterion_id, mark.comment])),
  )
  const [comment, setComment] = useState(submission.grade?.comment ?? '')
  const [isChanged, setIsChanged] = useState(false)
  useEffect(() => (isChanged ? registerBusy(t('sheet.busy')) : undefined), [isChanged, t])
  const ungraded = submission.rubric.filter((criterion) => (points[criterion.id] ?? null) === null)
  const sum = submission.rubric.reduce((total, criterion) => total + (points[criterion.id] ?? 0), 0)
  const maxPoints = submission.rubric.reduce((total, criterion) => total + criterion.points, 0)
  const grade = useMutation({
    mutationFn: () =>
      authedCall(gradeSubmission, {
        params: { submissionId: submission.id },
        body: {
          marks: submission.rubric.map(({ id }) => ({
            criterion_id: id,
            points: points[id] ?? 0,
            comment: comments[id] ?? '',
          })),
          comment,
        },
      }),
    onSuccess: async () => {
      setIsChanged(false)
      notify({ kind: 'success', title: t('sheet.done') })
      await cache.invalidateQueries({ queryKey: gradingKeys.all })
    },
  })
  const edited =
    <A extends unknown[]>(set: (...args: A) => void) =>
    (...args: A) => {
      set(...args)
      setIsChanged(true)
    }
  return {
    points,
    comments,
    comment,
    ungraded,
    sum,
    maxPoints,
    grade,
    edit: {
      points: edited((id: string, next: number | null) =>
        setPoints((current) => ({ ...current, [id]: next })),
      ),
      commentOn: edited((id: string, next: string) => setComments((current) => ({ ...current, [id]: next }))),
      comment: edited((next: string) => setComment(next)),
    },
  }
}

const GradeForm = ({ work }: { work: ToGrade }) => {
  const { t } = useTranslation('grading')
  const { submission } = work
  const { points, comments, comment, edit, grade, ungraded, sum, maxPoints } = useGrade(work)
  return (
    <Card>
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (ungraded.length === 0 && !grade.isPending) grade.mutate()
        }}
      >
        <h2 className="text-lg font-semibold text-ink">{t('sheet.rubric')}</h2>
        {submission.rubric.map((criterion) => (
          <CriterionField
            key={criterion.id}
            criterion={criterion}
            points={points[criterion.id] ?? null}
            comment={comments[criterion.id] ?? ''}
            onPoints={(next) => edit.points(criterion.id, next)}
            onComment={(next) => edit.commentOn(criterion.id, next)}
          />
        ))}
        <Field label={t('sheet.comment')}>
          {(control) => (
            <TextArea
              {...control}
              rows={4}
              maxLength={5000}
              value={comment}
              onChange={(event) => edit.comment(event.target.value)}
            />
          )}
        </Field>
        {grade.error && <Alert kind="error" title={errorText(grade.error, t('sheet.notSaved'))} />}
        <p role="status" className="text-sm tabular-nums text-ink-muted">
          {t('sheet.sum', { sum, most: maxPoints })}
          {ungraded.length > 0 && ` · ${t('sheet.open', { count: ungraded.length })}`}
        </p>
        <Button type="submit" pending={grade.isPending} aria-disabled={ungraded.length > 0 || undefined}>
          {t(submission.grade ? 'sheet.again' : 'sheet.save')}
        </Button>
      </form>
    </Card>
  )
}
