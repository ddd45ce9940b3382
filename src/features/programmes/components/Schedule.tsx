import { useTranslation } from 'react-i18next'
import type { Programme } from '#contract/money/programmes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useMoney } from '../model/use-money.ts'

type Order = NonNullable<Programme['order']>
type Part = Order['parts'][number]

const TONES = {
  paid: 'success',
  upcoming: 'neutral',
  due: 'primary',
  grace: 'warning',
  overdue: 'error',
} as const satisfies Record<Part['state'], string>

/** Every part with its day, its state and what is still open of it. */
export const Schedule = ({ programme, order }: { programme: Programme; order: Order }) => {
  const { t } = useTranslation('programmes')
  return (
    <Card as="section" pad="none" aria-labelledby="schedule">
      <h2 id="schedule" className="p-4 text-lg font-semibold text-ink sm:px-6 sm:pt-5">
        {t('schedule.title')}
      </h2>
      <ol>
        {order.parts.map((part, index) => (
          <Row key={part.due_on} part={part} number={index} currency={programme.currency} />
        ))}
      </ol>
      <p className="border-t border-line px-4 py-3 text-sm text-ink-muted sm:px-6">
        {t('late.rule', { count: programme.grace_days })}
      </p>
    </Card>
  )
}

const Row = ({ part, number, currency }: { part: Part; number: number; currency: string }) => {
  const { t } = useTranslation('programmes')
  const language = useLanguage()
  const money = useMoney(currency)
  const isPartly = part.paid_minor > 0 && part.open_minor > 0
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line px-4 py-3 sm:px-6">
      <div className="min-w-0">
        <p className="font-medium text-ink">
          {number === 0 ? t('schedule.booking') : t('schedule.part', { number })}
        </p>
        <p className="text-sm text-ink-muted">
          {t('schedule.due', { day: formatDate(part.due_on, language) })}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1 tabular-nums">
        <span className="font-semibold text-ink">{money(part.amount_minor)}</span>
        <Badge tone={TONES[part.state]}>{t(`schedule.state.${part.state}`)}</Badge>
        {isPartly && (
          <span className="text-sm text-ink-muted">
            {t('schedule.open', { amount: money(part.open_minor) })}
          </span>
        )}
      </div>
    </li>
  )
}
