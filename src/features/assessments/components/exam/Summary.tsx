import { useTranslation } from 'react-i18next'
import { Button } from '#src/shared/ui/Button.tsx'
import { Stat, StatRow } from '#src/shared/ui/content/Stat.tsx'
import type { QuestionState } from '../../attempt/question-state.ts'
import { tally } from '../../model/answers.ts'

type Props = {
  questions: readonly QuestionState[]
  disabled: boolean
  onGo: (position: number) => void
  onBack: () => void
  onSubmit: () => void
}

/** The summary before submitting: answered, open and marked questions, and the final submit button. */
export const Summary = ({ questions, disabled, onGo, onBack, onSubmit }: Props) => {
  const { t } = useTranslation('assessments')
  const { answered, open, marked, submitted } = tally(questions)
  return (
    <section aria-labelledby="summary-title" className="flex max-w-reading flex-col gap-5">
      <h2 id="summary-title" tabIndex={-1} className="text-xl font-semibold text-ink">
        {t('summary.title')}
      </h2>
      <StatRow columns={4}>
        <Stat label={t('summary.answered')} value={answered} />
        <Stat label={t('summary.open')} value={open.length} />
        <Stat label={t('summary.marked')} value={marked.length} />
        <Stat label={t('summary.submitted')} value={submitted} />
      </StatRow>
      <PositionList title={t('summary.openList')} positions={open} onGo={onGo} />
      <PositionList title={t('summary.markedList')} positions={marked} onGo={onGo} />
      <p className="text-ink">
        {open.length > 0 ? t('summary.unanswered', { count: open.length }) : t('summary.complete')}
      </p>
      <p className="text-sm text-ink-muted">{t('summary.final')}</p>
      <div className="flex flex-col gap-3 sm:flex-row">
        <Button size="lg" disabled={disabled} onClick={onSubmit}>
          {t('summary.submit')}
        </Button>
        <Button size="lg" variant="secondary" onClick={onBack}>
          {t('summary.back')}
        </Button>
      </div>
    </section>
  )
}

type PositionListProps = { title: string; positions: readonly number[]; onGo: (position: number) => void }

const PositionList = ({ title, positions, onGo }: PositionListProps) => {
  const { t } = useTranslation('assessments')
  if (positions.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 text-sm font-medium text-ink">{title}</h3>
      <ul className="flex flex-wrap gap-2">
        {positions.map((position) => (
          <li key={position}>
            <button
              type="button"
              aria-label={t('palette.question', { index: position })}
              className="flex size-11 items-center justify-center rounded-lg border border-line-strong bg-surface-raised font-semibold tabular-nums text-ink hover:bg-surface-sunken"
              onClick={() => onGo(position)}
            >
              {position}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
