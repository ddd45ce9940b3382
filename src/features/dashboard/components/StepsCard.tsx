import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { RowKind } from '#contract/dashboard/rows.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ChoiceSelect } from '#src/core/lists/FilterSelect.tsx'
import { COUNT_STEPS, HOUR_STEPS } from '#src/shared/lib/axis.ts'
import { formatDate, formatDuration, formatMonth, formatNumber } from '#src/shared/lib/format.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { rowsLink } from '../model/links.ts'
import { formatDateRange } from '../model/range.ts'
import { LinkedBars } from './LinkedBars.tsx'
import type { Dashboard } from '../model/dashboard.ts'

const MEASURES = ['active', 'study_seconds', 'joined', 'enrolled', 'completed'] as const
type Measure = (typeof MEASURES)[number]

const ROWS_OF: Readonly<Record<Measure, RowKind>> = {
  active: 'active',
  study_seconds: 'active',
  joined: 'joined',
  enrolled: 'enrolled',
  completed: 'completed',
}
const SECONDS_PER_HOUR = 3600

/** One number over the period, in days or weeks. Every bar opens its rows. */
export const StepsCard = ({ dashboard }: { dashboard: Dashboard }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const [address] = useSearchParams()
  const [measure, setMeasure] = useState<Measure>('active')
  const isTime = measure === 'study_seconds'
  const textOf = (value: number) =>
    isTime ? formatDuration(value * 60, language) : formatNumber(value, language)
  const labels: Readonly<Record<Measure, string>> = {
    active: t('tiles.active'),
    study_seconds: t('tiles.study'),
    joined: t('tiles.joined'),
    enrolled: t('tiles.enrolled'),
    completed: t('tiles.completed'),
  }
  const bars = dashboard.steps.map((step) => {
    const value = isTime ? step.study_seconds / SECONDS_PER_HOUR : step[measure]
    return {
      key: step.from,
      tick: String(Number(step.from.slice(-2))),
      group: formatMonth(step.from, language),
      name: step.from === step.to ? formatDate(step.from, language) : formatDateRange(step, language),
      value,
      valueText: textOf(value),
      to: rowsLink(address, { kind: ROWS_OF[measure], from: step.from, to: step.to }),
    }
  })
  return (
    <section aria-labelledby="dashboard-steps" className="min-w-0">
      <Card>
        <div className="mb-4 flex flex-wrap items-end justify-between gap-3">
          <h2 id="dashboard-steps" className="text-lg font-semibold text-ink">
            {t('steps.title')}
          </h2>
          <div data-no-print="" className="w-full sm:w-auto">
            <ChoiceSelect
              label={t('steps.measure')}
              value={measure}
              options={MEASURES.map((value) => ({ value, label: labels[value] }))}
              onChange={setMeasure}
            />
          </div>
        </div>
        <LinkedBars
          bars={bars}
          label={t('steps.label', {
            measure: labels[measure],
            period: formatDateRange(dashboard.period, language),
          })}
          columns={[t('steps.when'), labels[measure]]}
          axis={{ steps: isTime ? HOUR_STEPS : COUNT_STEPS, text: textOf }}
          empty={t('steps.empty')}
          texts={{ asTable: t('steps.asTable'), asChart: t('steps.asChart') }}
        />
      </Card>
    </section>
  )
}
