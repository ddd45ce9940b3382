import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useTranslation } from 'react-i18next'
import { resultOrders } from '#contract/assessments/admin/results.ts'
import { attemptStates } from '#contract/assessments/shapes.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { ChoiceSelect, FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { extraFilterCount, type ResultFilters } from '../../model/result-filters.ts'

type Props = { filters: ResultFilters; onChange: (change: Partial<ResultFilters>) => void }

/** State and order, and the button that shows the other filters. */
export const MainFilters = ({
  filters,
  isOpen,
  onOpen,
  onChange,
}: Props & { isOpen: boolean; onOpen: () => void }) => {
  const { t } = useTranslation('assessments/admin/results')
  const extraCount = extraFilterCount(filters)
  return (
    <>
      <FilterSelect
        label={t('filters.show')}
        all={t('filters.all')}
        value={filters.flagged ? 'flagged' : filters.state}
        options={[...attemptStates, 'flagged' as const].map((value) => ({
          value,
          label: t(`filters.${value}`),
        }))}
        onChange={(next) =>
          onChange({ flagged: next === 'flagged', state: next === 'flagged' ? null : next })
        }
      />
      <ChoiceSelect
        label={t('filters.order')}
        value={filters.order}
        options={resultOrders.map((value) => ({ value, label: t(`order.${value}`) }))}
        onChange={(order) => onChange({ order })}
      />
      <Button
        variant="secondary"
        icon={<SlidersHorizontal aria-hidden="true" size={18} />}
        aria-expanded={isOpen}
        onClick={onOpen}
      >
        {extraCount > 0 ? t('filters.moreCount', { count: extraCount }) : t('filters.more')}
      </Button>
    </>
  )
}

/** The filters behind the button. */
export const ExtraFilters = ({ filters, bands, onChange }: Props & { bands: readonly number[] }) => {
  const { t } = useTranslation('assessments/admin/results')
  const { percent } = useLocalized()
  const parsePercent = (text: string) => {
    const value = Number(text)
    return text.trim() === '' || !Number.isFinite(value) ? null : Math.min(100, Math.max(0, value))
  }
  return (
    <div className="card grid gap-4 p-4 sm:grid-cols-2 lg:grid-cols-5">
      <FilterSelect
        label={t('row.band')}
        className=""
        all={t('filters.all')}
        value={filters.band === null ? null : String(filters.band)}
        options={bands.map((band) => ({
          value: String(band),
          label: band === 0 ? t('band.none') : percent(band),
        }))}
        onChange={(next) => onChange({ band: next === null ? null : Number(next) })}
      />
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
