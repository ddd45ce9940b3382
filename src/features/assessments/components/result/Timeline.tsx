import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResultPage } from '#contract/assessments/results.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatNumber, localeOf } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextArea } from '#src/shared/ui/forms/TextInput.tsx'
import { useAppeal } from '../../api/assessments.mutations.ts'

/** All integrity events as staff see them, the decision about them, and the appeal (EX18). */
export const Timeline = ({ page }: { page: ResultPage }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const { timeline, decision, appeal } = page
  const formatClock = (iso: string) =>
    new Intl.DateTimeFormat(localeOf(language), {
      timeStyle: 'medium',
    }).format(new Date(iso))
  const formatSeconds = (ms: number) => formatNumber(Math.round(ms / 1000), language)
  return (
    <Card as="section" aria-labelledby="timeline-title">
      <h2 id="timeline-title" className="text-lg font-semibold text-ink">
        {t('timeline.title')}
      </h2>
      <p className="mt-1 text-ink-muted">{t(timeline.length === 0 ? 'timeline.empty' : 'timeline.text')}</p>
      {timeline.length > 0 && (
        <ol className="mt-4 flex flex-col gap-3 border-s-2 border-line ps-4">
          {timeline.map((event, index) => (
            <li key={index} className="text-sm">
              <span className="font-medium tabular-nums text-ink">{formatClock(event.at)}</span>{' '}
              <span className="text-ink">{t(`timeline.kind.${event.kind}`)}</span>
              {event.lasted_ms >= 1000 && (
                <span className="text-ink-muted">
                  {' '}
                  {t('timeline.lasted', { seconds: formatSeconds(event.lasted_ms) })}
                </span>
              )}
              {event.position !== null && (
                <span className="text-ink-muted"> {t('timeline.at', { position: event.position })}</span>
              )}
            </li>
          ))}
        </ol>
      )}
      {decision && (
        <Alert
          className="mt-4"
          kind={decision.decision === 'cleared' ? 'success' : 'warning'}
          title={t(`decision.${decision.decision}`, { date: formatDate(decision.at, language) })}
        >
          <bdi>{decision.note}</bdi>
        </Alert>
      )}
      {appeal && (
        <div className="mt-4 rounded-lg border border-line px-4 py-3 text-sm">
          <p className="font-medium text-ink">
            {t('appeal.sent', { date: formatDate(appeal.at, language) })}
          </p>
          <p dir="auto" className="mt-1 whitespace-pre-line text-ink-muted">
            {appeal.text}
          </p>
          {appeal.answer ? (
            <div className="mt-3 border-t border-line pt-3">
              <p className="font-medium text-ink">
                {t(`appeal.${appeal.answer.outcome}`, { date: formatDate(appeal.answer.at, language) })}
              </p>
              <p dir="auto" className="mt-1 whitespace-pre-line text-ink-muted">
                {appeal.answer.text}
              </p>
            </div>
          ) : (
            <p className="mt-2 text-ink-muted">{t('appeal.waiting')}</p>
          )}
        </div>
      )}
      {page.appeal_until !== null && !appeal && (
        <AppealForm attemptId={page.attempt.id} until={page.appeal_until} />
      )}
    </Card>
  )
}

const AppealForm = ({ attemptId, until }: { attemptId: string; until: string }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const [isTextMissing, setTextMissing] = useState(false)
  const appeal = useAppeal(attemptId)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTextMissing(text.trim() === '')
    if (text.trim() !== '') appeal.mutate(text.trim())
  }
  const hint = t('appeal.until', { date: formatDate(until, language, { time: true }) })
  if (!isOpen)
    return (
      <div className="mt-4">
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          {t('appeal.open')}
        </Button>
        <p className="mt-1.5 text-sm text-ink-muted">{hint}</p>
      </div>
    )
  return (
    <form noValidate className="mt-4 flex flex-col gap-3" onSubmit={submit}>
      <Field
        label={t('appeal.label')}
        hint={hint}
        required
        error={
          isTextMissing
            ? t('appeal.missing')
            : appeal.error
              ? errorText(appeal.error, t('appeal.failed'))
              : null
        }
      >
        {(control) => (
          <TextArea
            {...control}
            maxLength={3000}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-3">
        <Button type="submit" pending={appeal.isPending}>
          {t('appeal.send')}
        </Button>
        <Button variant="ghost" onClick={() => setIsOpen(false)}>
          {t('appeal.cancel')}
        </Button>
      </div>
    </form>
  )
}
