import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptDetail } from '#contract/assessments/admin/results.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { useAnswerAppeal } from '../../api/results.mutations.ts'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

const TEXT_MAX = 3000
const OUTCOMES = ['accepted', 'declined'] as const
interface Draft {
  outcome: (typeof OUTCOMES)[number]
  text: string
}
const EMPTY: Draft = { outcome: 'accepted', text: '' }

/** The learner's appeal against a decision, and its only answer. */
export const AppealCard = ({ detail }: { detail: AttemptDetail }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language } = useLocalized()
  const { appeal } = detail
  if (!appeal) return null
  const formatTime = (iso: string) => formatDate(iso, language, { time: true })
  return (
    <Card as="section" aria-labelledby="attempt-appeal">
      <h2 id="attempt-appeal" className="text-lg font-semibold text-ink">
        {t('appeal.title')}
      </h2>
      <blockquote dir="auto" className="mt-2 border-s-2 border-line-strong ps-3 whitespace-pre-wrap text-ink">
        {appeal.text}
      </blockquote>
      <p className="mt-1 text-sm text-ink-muted">{formatTime(appeal.at)}</p>
      {appeal.answer ? (
        <div className="mt-4 border-t border-line pt-4 text-sm">
          <Badge tone={appeal.answer.outcome === 'accepted' ? 'success' : 'neutral'}>
            {t(`appeal.${appeal.answer.outcome}`)}
          </Badge>
          <p dir="auto" className="mt-2 whitespace-pre-wrap text-ink">
            {appeal.answer.text}
          </p>
          <p className="mt-1 text-ink-muted">
            <bdi>{appeal.answer.by}</bdi> · {formatTime(appeal.answer.at)}
          </p>
        </div>
      ) : (
        <AnswerForm attemptId={detail.row.attempt_id} />
      )}
    </Card>
  )
}

const AnswerForm = ({ attemptId }: { attemptId: string }) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const answer = useAnswerAppeal(attemptId)
  const { form, change, settle } = useDraftForm<Draft>(`appeal-${attemptId}`, EMPTY)
  const { outcome, text } = form
  const [isSubmitted, setSubmitted] = useState(false)
  const isTextMissing = text.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isTextMissing || answer.isPending) return
    answer.mutate(
      { outcome, text: text.trim() },
      {
        onSuccess: () => {
          settle(EMPTY)
          notify({ kind: 'success', title: t('appeal.done') })
        },
      },
    )
  }
  return (
    <form noValidate className="mt-4 flex flex-col gap-4 border-t border-line pt-4" onSubmit={submit}>
      <Segmented
        legend={t('appeal.outcome')}
        value={outcome}
        options={OUTCOMES.map((value) => ({ value, label: t(`appeal.${value}`) }))}
        onChange={(newOutcome) => change({ outcome: newOutcome })}
      />
      <Field
        label={t('appeal.answer')}
        required
        hint={t('appeal.answerHint')}
        error={isSubmitted && isTextMissing ? t('appeal.missing') : null}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={4}
            maxLength={TEXT_MAX}
            value={text}
            onChange={(event) => change({ text: event.target.value })}
          />
        )}
      </Field>
      {answer.error && <Alert kind="error" title={errorText(answer.error, t('notSaved'))} />}
      <Button type="submit" pending={answer.isPending}>
        {t('appeal.send')}
      </Button>
    </form>
  )
}
