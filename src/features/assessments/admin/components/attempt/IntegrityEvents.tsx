import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { AttemptDetail } from '#contract/assessments/admin/results.ts'
import { decisions } from '#contract/assessments/shapes.ts'
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
import { useDecide } from '../../api/results.mutations.ts'
import { useDraftForm } from '#src/core/editing/use-draft-form.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

const NOTE_MAX = 2000
const SECOND_MS = 1000
interface Draft {
  decision: (typeof decisions)[number]
  note: string
}

/**
 * The integrity events, which the learner sees too, and the decision about them. It never changes the
 * score.
 */
export const IntegrityEvents = ({ detail }: { detail: AttemptDetail }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language } = useLocalized()
  const [isChanging, setIsChanging] = useState(false)
  const { decision, timeline } = detail
  return (
    <Card as="section" aria-labelledby="attempt-noted">
      <h2 id="attempt-noted" className="text-lg font-semibold text-ink">
        {t('noted.title')}
      </h2>
      <p className="mt-1 text-sm text-ink-muted">{t('noted.text')}</p>
      {timeline.length === 0 ? (
        <p className="mt-3 text-sm text-ink">{t('noted.nothingLong')}</p>
      ) : (
        <Timeline detail={detail} />
      )}
      {decision && !isChanging && (
        <div className="mt-4 border-t border-line pt-4 text-sm">
          <Badge tone={decision.decision === 'upheld' ? 'error' : 'success'}>
            {t(`decision.${decision.decision}`)}
          </Badge>
          <p dir="auto" className="mt-2 whitespace-pre-wrap text-ink">
            {decision.note}
          </p>
          <p className="mt-1 text-ink-muted">
            <bdi>{decision.by}</bdi> · {formatDate(decision.at, language, { time: true })}
          </p>
          {/* An appeal refers to the decision as it was, so the decision can no longer change. */}
          {detail.appeal === null && (
            <Button variant="ghost" size="sm" className="mt-2" onClick={() => setIsChanging(true)}>
              {t('decision.change')}
            </Button>
          )}
        </div>
      )}
      {detail.row.state === 'submitted' && timeline.length > 0 && (decision === null || isChanging) && (
        <DecisionForm detail={detail} onDone={() => setIsChanging(false)} />
      )}
    </Card>
  )
}

const Timeline = ({ detail }: { detail: AttemptDetail }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { language, number } = useLocalized()
  return (
    <ol className="mt-3 flex max-h-96 flex-col gap-3 overflow-y-auto text-sm">
      {detail.timeline.map((event) => (
        <li key={`${event.kind}-${event.at}`} className="border-s-2 border-line-strong ps-3">
          <span className="font-medium text-ink">{t(`event.${event.kind}`)}</span>
          {event.reports > 1 && (
            <span className="ms-2 text-ink-muted">{t('event.reports', { count: event.reports })}</span>
          )}
          <span className="block text-ink-muted">
            {new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: 'medium' }).format(
              new Date(event.at),
            )}
            {event.lasted_ms >= SECOND_MS &&
              ` · ${t('event.lasted', { seconds: number(event.lasted_ms / SECOND_MS) })}`}
            {event.position !== null && ` · ${t('event.position', { position: event.position })}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

const DecisionForm = ({ detail, onDone }: { detail: AttemptDetail; onDone: () => void }) => {
  const { t } = useTranslation('assessments/admin/results')
  const notify = useNotify()
  const decide = useDecide(detail.row.attempt_id)
  const { form, change, settle } = useDraftForm<Draft>(`decision-${detail.row.attempt_id}`, {
    decision: detail.decision?.decision ?? 'cleared',
    note: detail.decision?.note ?? '',
  })
  const { decision, note } = form
  const [isSubmitted, setSubmitted] = useState(false)
  const isNoteMissing = note.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    if (isNoteMissing || decide.isPending) return
    decide.mutate(
      { decision, note: note.trim() },
      {
        onSuccess: () => {
          settle(form)
          onDone()
          notify({ kind: 'success', title: t('decision.done') })
        },
      },
    )
  }
  return (
    <form noValidate className="mt-4 flex flex-col gap-4 border-t border-line pt-4" onSubmit={submit}>
      <Segmented
        legend={t('decision.label')}
        value={decision}
        options={decisions.map((value) => ({ value, label: t(`decision.${value}`) }))}
        onChange={(newDecision) => change({ decision: newDecision })}
      />
      <Field
        label={t('decision.note')}
        required
        hint={t('decision.noteHint')}
        error={isSubmitted && isNoteMissing ? t('decision.noteMissing') : null}
      >
        {(control) => (
          <TextArea
            {...control}
            rows={3}
            maxLength={NOTE_MAX}
            value={note}
            onChange={(event) => change({ note: event.target.value })}
          />
        )}
      </Field>
      {decide.error && <Alert kind="error" title={errorText(decide.error, t('notSaved'))} />}
      <Button type="submit" pending={decide.isPending}>
        {t('decision.save')}
      </Button>
    </form>
  )
}
