import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { resultOrders } from '#contract/assessments/admin/results.ts'
import { attemptStates } from '#contract/assessments/shapes.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { SearchField } from '#src/shared/ui/forms/SearchField.tsx'
import { Select } from '#src/shared/ui/forms/Select.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { extraFilterCount, isNarrowed, NO_FILTERS, type ResultFilters } from '../../model/result-filters.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'

type Props = {
  filters: ResultFilters
  bands: readonly number[]
  count: number | undefined
  onChange: (change: Partial<ResultFilters>) => void
  actions: ReactNode
}

/** Shows search and the main filters; the others open with a button. */
export const FilterBar = ({ filters, bands, count, onChange, actions }: Props) => {
  const { t } = useTranslation('assessments/admin/results')
  const extraCount = extraFilterCount(filters)
  const [isOpen, setIsOpen] = useState(extraCount > 0)
  return (
    <div role="search" aria-label={t('filters.label')} className="flex flex-col gap-4">
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end">
        <SearchField
          label={t('filters.search')}
          value={filters.search}
          onChange={(search) => onChange({ search })}
        />
        <Field label={t('filters.show')} className="sm:w-52">
          {(control) => (
            <Select
              {...control}
              value={filters.flagged ? 'flagged' : (filters.state ?? 'all')}
              options={[
                { value: 'all', label: t('filters.all') },
                ...attemptStates.map((state) => ({ value: state, label: t(`filters.${state}`) })),
                { value: 'flagged', label: t('filters.flagged') },
              ]}
              onChange={(next) =>
                onChange({
                  flagged: next === 'flagged',
                  state: attemptStates.find((state) => state === next) ?? null,
                })
              }
            />
          )}
        </Field>
        <Field label={t('filters.order')} className="sm:w-52">
          {(control) => (
            <Select
              {...control}
              value={filters.order}
              options={resultOrders.map((value) => ({ value, label: t(`order.${value}`) }))}
              onChange={(order) => onChange({ order })}
            />
          )}
        </Field>
        <Button
          variant="secondary"
          icon={<SlidersHorizontal aria-hidden="true" size={18} />}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {extraCount > 0 ? t('filters.moreCount', { count: extraCount }) : t('filters.more')}
        </Button>
      </div>
      {isOpen && <ExtraFilters filters={filters} bands={bands} onChange={onChange} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-ink-muted">
          {count !== undefined && t('list.count', { count })}
          {isNarrowed(filters) && (
            <button
              type="button"
              className="ms-3 inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
              onClick={() => onChange({ ...NO_FILTERS, order: filters.order })}
            >
              {t('filters.clear')}
            </button>
          )}
        </p>
        {actions}
      </div>
    </div>
  )
}

const ExtraFilters = ({ filters, bands, onChange }: Omit<Props, 'count' | 'actions'>) => {
  const { t } = useTranslation('assessments/admin/results')
  const { percent } = useLocalized()
  const parsePercent = (text: string) => {
    const value = Number(text)
    return text.trim() === '' || !Number.isFinite(value) ? null : Math.min(100, Math.max(0, value))
  }
  return (
    <div className="card grid gap-4 p-4 sm:grid-cols-2 lg:grid-cols-5">
      <Field label={t('row.band')}>
        {(control) => (
          <Select
            {...control}
            value={filters.band === null ? 'all' : String(filters.band)}
            options={[
              { value: 'all', label: t('filters.all') },
              ...bands.map((band) => ({
                value: String(band),
                label: band === 0 ? t('band.none') : percent(band),
              })),
            ]}
            onChange={(next) => onChange({ band: next === 'all' ? null : Number(next) })}
          />
        )}
      </Field>
      {(['min', 'max'] as const).map((key) => (
        <Field key={key} label={t(`filters.${key}`)}>
          {(control) => (
            <TextInput
              {...control}
              type="number"
              inputMode="decimal"
              dir="ltr"
              min={0}
              max={100}
              value={filters[key] ?? ''}
              onChange={(event) => onChange({ [key]: parsePercent(event.target.value) })}
            />
          )}
        </Field>
      ))}
      {(['from', 'to'] as const).map((key) => (
        <Field key={key} label={t(`filters.${key}`)}>
          {(control) => (
            <TextInput
              {...control}
              type="date"
              dir="ltr"
              value={filters[key] ?? ''}
              onChange={(event) => onChange({ [key]: event.target.value === '' ? null : event.target.value })}
            />
          )}
        </Field>
      ))}
    </div>
  )
}
