import { useTranslation } from 'react-i18next'
import type { PaymentLinkPage } from '#contract/money/payment-links.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Money } from '../components/Money.tsx'
import type { LinkFilters } from './link-filters.ts'

type Total = PaymentLinkPage['totals'][number]
type Props = {
  totals: readonly Total[]
  filters: LinkFilters
  onChange: (changes: Partial<LinkFilters>) => void
}

/** The sums of each state; a press shows their links, another one shows all again. */
export const LinkTotals = ({ totals, filters, onChange }: Props) => {
  const { t } = useTranslation('money/links')
  if (totals.length === 0) return null
  return (
    <ul aria-label={t('totals.label')} className="card flex flex-wrap gap-1 p-1.5">
      {totals.map((total) => {
        const { state, currency } = total
        const isOn = filters.state === state && filters.currency === currency
        return (
          <li key={`${state}-${currency}`} className="min-w-36 flex-1">
            <button
              type="button"
              aria-pressed={isOn}
              className={cx(
                'flex h-full w-full flex-col items-start rounded-lg px-3 py-2 text-start',
                isOn ? 'bg-primary-soft' : 'hover:bg-surface-sunken',
              )}
              onClick={() => onChange(isOn ? { state: null, currency: null } : { state, currency })}
            >
              <span className="text-sm text-ink-muted">
                {t(`state.${state}`)} · {total.count}
              </span>
              <span className="text-lg font-semibold text-ink">
                <Money minor={shownSum(total)} currency={currency} isWhole />
              </span>
              {state === 'part_paid' && (
                <span className="text-sm text-ink-muted">
                  {t('totals.of')} <Money minor={total.amount_minor} currency={currency} isWhole />
                </span>
              )}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** What came in of links that people paid; what was asked of the others. */
const shownSum = ({ state, amount_minor: asked, paid_minor: paid }: Total): number =>
  state === 'paid' || state === 'part_paid' ? paid : asked
