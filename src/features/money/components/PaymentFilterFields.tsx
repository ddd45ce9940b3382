import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { moneyPlaces, paymentKinds, type PaymentPage, type Revenue } from '#contract/money/payments.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import { formatMonth } from '#src/shared/lib/format.ts'
import { monthOptions } from '../model/months.ts'
import type { PaymentFilters } from '../model/payment-filters.ts'

type Change = (changes: Partial<PaymentFilters>) => void
type Props = { filters: PaymentFilters; revenue: Revenue | undefined; onChange: Change }

/** Kind, place and month. */
export const PaymentFilterFields = ({ filters, revenue, onChange }: Props) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  const months = revenue
    ? monthOptions(revenue.first_month, revenue.this_month, filters.month)
    : filters.month === null
      ? []
      : [filters.month]
  return (
    <>
      <FilterSelect
        label={t('filters.kind')}
        className="sm:w-44"
        all={t('filters.all')}
        value={filters.kind}
        options={paymentKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(kind) => onChange({ kind })}
      />
      <FilterSelect
        label={t('filters.place')}
        className="sm:w-44"
        all={t('filters.all')}
        value={filters.place}
        options={moneyPlaces.map((value) => ({ value, label: t(`place.${value}`) }))}
        onChange={(place) => onChange({ place })}
      />
      <FilterSelect
        label={t('filters.month')}
        className="sm:w-44"
        all={t('filters.all')}
        value={filters.month}
        options={months.map((value) => ({
          value,
          label: `${formatMonth(`${value}-01`, language)} ${value.slice(0, 4)}`,
        }))}
        onChange={(month) => onChange({ month })}
      />
    </>
  )
}

type ChosenProps = { filters: PaymentFilters; page: PaymentPage | undefined; onChange: Change }

/** The course, the programme, the person and the payment links that the list is narrowed to. */
export const ChosenFilters = ({ filters, page, onChange }: ChosenProps) => {
  const { t } = useTranslation('money')
  const chosen = [
    {
      filter: 'course' as const,
      label: t('row.course'),
      text: page?.course?.title,
      remove: t('filters.removeCourse'),
    },
    {
      filter: 'programme' as const,
      label: t('row.programme'),
      text: page?.programme?.title,
      remove: t('filters.removeProgramme'),
    },
    {
      filter: 'person' as const,
      label: t('row.person'),
      text: page?.person?.name,
      remove: t('filters.removePerson'),
    },
  ].filter(({ filter }) => filters[filter] !== null)
  if (chosen.length === 0 && !filters.links) return null
  return (
    <div className="flex flex-wrap gap-2">
      {chosen.map(({ filter, text, ...texts }) => (
        <Chip
          key={filter}
          {...texts}
          text={text ?? (page ? t('filters.unknown') : '…')}
          onRemove={() => onChange({ [filter]: null })}
        />
      ))}
      {filters.links && (
        <Chip
          label={t('filters.only')}
          text={t('row.links')}
          remove={t('filters.removeLinks')}
          onRemove={() => onChange({ links: false })}
        />
      )}
    </div>
  )
}

type ChipProps = { label: string; text: string; remove: string; onRemove: () => void }

const Chip = ({ label, text, remove, onRemove }: ChipProps) => (
  <span className="inline-flex max-w-full items-center gap-1 rounded-full bg-primary-soft ps-4 text-sm text-primary-text">
    <span className="truncate">
      {label}: <bdi className="font-medium">{text}</bdi>
    </span>
    <button
      type="button"
      aria-label={remove}
      className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-surface-sunken"
      onClick={onRemove}
    >
      <X aria-hidden="true" size={16} />
    </button>
  </span>
)
