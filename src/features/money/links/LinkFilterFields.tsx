import { useTranslation } from 'react-i18next'
import { linkKinds, linkStates, type PaymentLinkPage } from '#contract/money/payment-links.ts'
import { FilterSelect } from '#src/core/lists/FilterSelect.tsx'
import type { LinkFilters } from './link-filters.ts'

type Props = {
  filters: LinkFilters
  page: PaymentLinkPage | undefined
  onChange: (changes: Partial<LinkFilters>) => void
}

/** State, for whom, and the currency where there are several. */
export const LinkFilterFields = ({ filters, page, onChange }: Props) => {
  const { t } = useTranslation('money/links')
  const known = page?.totals.map(({ currency }) => currency) ?? []
  const currencies = [...new Set([...known, ...(filters.currency === null ? [] : [filters.currency])])]
  return (
    <>
      <FilterSelect
        label={t('filters.state')}
        className="sm:w-44"
        all={t('filters.all')}
        value={filters.state}
        options={linkStates.map((value) => ({ value, label: t(`state.${value}`) }))}
        onChange={(state) => onChange({ state })}
      />
      <FilterSelect
        label={t('filters.kind')}
        className="sm:w-44"
        all={t('filters.all')}
        value={filters.kind}
        options={linkKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        onChange={(kind) => onChange({ kind })}
      />
      {currencies.length > 1 && (
        <FilterSelect
          label={t('filters.currency')}
          className="sm:w-32"
          all={t('filters.all')}
          value={filters.currency}
          options={currencies.map((value) => ({ value, label: value }))}
          onChange={(currency) => onChange({ currency })}
        />
      )}
    </>
  )
}
