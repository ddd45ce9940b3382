import CalendarClock from 'lucide-react/icons/calendar-clock'
import ListChecks from 'lucide-react/icons/list-checks'
import Timer from 'lucide-react/icons/timer'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { AssessmentAction, AssessmentCard as Card } from '#contract/assessments/assessments.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatDuration } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { actionLink, cardState, STATE_TONES } from '../model/card.ts'
import { said } from '../model/labels.ts'

/** One assessment with its possible actions, or the reason why there are none. */
export const AssessmentCard = ({ card }: { card: Card }) => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const title = said(card.title, language, card.main_language)
  const state = cardState(card)
  return (
    <li className="card flex flex-col gap-4 p-4 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h2 dir="auto" className="min-w-0 text-lg font-semibold text-ink">
          {title}
        </h2>
        <Badge tone={STATE_TONES[state]}>{t(`list.state.${state}`)}</Badge>
      </div>
      <p dir="auto" className="max-w-reading whitespace-pre-line text-ink-muted">
        {said(card.description, language, card.main_language)}
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-ink-muted">
        <li className="flex items-center gap-1.5">
          <Timer aria-hidden="true" size={16} />
          {formatDuration(card.duration_minutes + card.extra_minutes, language)}
          {card.extra_minutes > 0 && <> ({t('list.extra', { count: card.extra_minutes })})</>}
        </li>
        <li className="flex items-center gap-1.5">
          <ListChecks aria-hidden="true" size={16} />
          {t('list.questions', { count: card.questions })}
        </li>
        <Window card={card} />
        {card.attempts_allowed > 1 && (
          <li>{t('list.attempts', { used: card.attempts_used, allowed: card.attempts_allowed })}</li>
        )}
      </ul>
      {card.not_startable !== null && card.actions.length === 0 && (
        <p className="text-sm text-ink">{t(`list.why.${card.not_startable}`)}</p>
      )}
      {card.actions.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {card.actions.map((action, index) => (
            <Action key={action} card={card} action={action} title={title} first={index === 0} />
          ))}
        </div>
      )}
    </li>
  )
}

const Window = ({ card }: { card: Card }) => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const formatTime = (iso: string) => formatDate(iso, language, { time: true })
  const { opens_at, closes_at } = card
  if (opens_at === null && closes_at === null) return null
  const text =
    opens_at !== null && closes_at !== null
      ? t('list.between', { from: formatTime(opens_at), until: formatTime(closes_at) })
      : opens_at !== null
        ? t('list.from', { from: formatTime(opens_at) })
        : t('list.until', { until: formatTime(closes_at ?? '') })
  return (
    <li className="flex items-center gap-1.5">
      <CalendarClock aria-hidden="true" size={16} className="shrink-0" />
      {text}
    </li>
  )
}

type ActionProps = { card: Card; action: AssessmentAction; title: string; first: boolean }

const Action = ({ card, action, title, first }: ActionProps) => {
  const { t } = useTranslation('assessments')
  const target = actionLink(card, action)
  if (target === null) return null
  return (
    <Link
      to={target}
      // Several cards have the same button text, so the label adds the title.
      aria-label={t('list.actionOf', { action: t(`list.action.${action}`), title })}
      className={buttonClass({ variant: first ? 'primary' : 'secondary' })}
    >
      {t(`list.action.${action}`)}
    </Link>
  )
}
