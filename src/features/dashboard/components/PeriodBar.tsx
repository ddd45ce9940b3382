import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { PERIOD_MAX_DAYS, presetDays, type PresetDays } from '#contract/dashboard/period.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDateRange } from '../model/range.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Segmented } from '#src/shared/ui/forms/Segmented.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { readPeriod, withPeriod, type AskedPeriod } from '../model/period.ts'

const OWN = 'own'
const DAY_MS = 86_400_000

interface Compared {
  today: string
  period: { from: string; to: string }
  former: { from: string; to: string }
}

/** The period, and in words what it is compared with. The address keeps it. */
export const PeriodBar = ({ shown }: { shown: Compared | undefined }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const [address, setAddress] = useSearchParams()
  const asked = readPeriod(address)
  const [isChoosing, setChoosing] = useState(false)
  const isOwn = isChoosing || !('days' in asked)
  const choose = (period: AskedPeriod) => setAddress(withPeriod(address, period), { replace: true })
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <div data-no-print="" className="flex w-full flex-wrap items-end gap-3 sm:w-auto">
        <Segmented<PresetDays | typeof OWN>
          legend={t('period.label')}
          className="w-full sm:w-96"
          value={isOwn ? OWN : asked.days}
          options={[
            ...presetDays.map((days) => ({ value: days, label: t('period.days', { count: Number(days) }) })),
            { value: OWN, label: t('period.own') },
          ]}
          onChange={(next) => {
            setChoosing(next === OWN)
            if (next !== OWN) choose({ days: next })
          }}
        />
        {isOwn && shown && (
          <OwnPeriod
            shown={shown.period}
            today={shown.today}
            onChoose={(period) => {
              setChoosing(false)
              choose(period)
            }}
          />
        )}
      </div>
      {shown && (
        <p className="text-sm text-ink-muted sm:pb-2">
          <span className="font-medium text-ink">{formatDateRange(shown.period, language)}</span>
          <br />
          {t('period.compared', { former: formatDateRange(shown.former, language) })}
        </p>
      )}
    </div>
  )
}

type OwnProps = {
  shown: { from: string; to: string }
  today: string
  onChoose: (period: { from: string; to: string }) => void
}

/** Both days apply as soon as they make sense. */
const OwnPeriod = ({ shown, today, onChoose }: OwnProps) => {
  const { t } = useTranslation('dashboard')
  const [{ from, to }, setTyped] = useState({ from: shown.from, to: shown.to })
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  const isTooLong = days > PERIOD_MAX_DAYS
  const isReversed = days < 1
  const change = (next: { from: string; to: string }) => {
    setTyped(next)
    const length = (Date.parse(next.to) - Date.parse(next.from)) / DAY_MS + 1
    if (length >= 1 && length <= PERIOD_MAX_DAYS && next.to <= today && next.from >= '2000-01-01')
      onChoose(next)
  }
  const problem = isTooLong
    ? t('period.tooLong', { days: PERIOD_MAX_DAYS })
    : isReversed
      ? t('period.reversed')
      : undefined
  const input = 'sm:w-40'
  return (
    <>
      <Field label={t('period.from')} error={problem} className="min-w-0 flex-1 sm:flex-none">
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="date"
            max={today}
            className={input}
            value={from}
            onChange={({ target }) => change({ from: target.value, to })}
          />
        )}
      </Field>
      <Field label={t('period.to')} className="min-w-0 flex-1 sm:flex-none">
        {(control) => (
          <TextInput
            {...control}
            dir="ltr"
            type="date"
            max={today}
            className={input}
            value={to}
            onChange={({ target }) => change({ from, to: target.value })}
          />
        )}
      </Field>
    </>
  )
}
