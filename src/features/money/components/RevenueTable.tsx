import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Revenue } from '#contract/money/payments.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatMonth } from '#src/shared/lib/format.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { IconButton } from '#src/shared/ui/IconButton.tsx'
import { shiftMonth } from '../model/months.ts'
import { Money } from './Money.tsx'

type Props = { revenue: Revenue; onUntil: (month: string | null) => void }
type Row = Revenue['rows'][number]
type Sold = Pick<Row, 'course' | 'programme'>

const keyOf = ({ course, programme, currency }: Row) => `${course?.id}/${programme?.slug}/${currency}`

const useMonthName = () => {
  const language = useLanguage()
  return (month: string) => `${formatMonth(`${month}-01`, language)} ${month.slice(0, 4)}`
}

/** Revenue by course or programme and month, less refunds. Each number leads to its payments. */
export const RevenueTable = ({ revenue, onUntil }: Props) => {
  const { t } = useTranslation('money')
  const { months, rows, totals } = revenue
  return (
    <section aria-labelledby="revenue" className="@container mb-8">
      <Card pad="none">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 p-4 sm:px-6 sm:pt-5">
          <div>
            <h2 id="revenue" className="text-lg font-semibold text-ink">
              {t('revenue.title')}
            </h2>
            <p className="text-sm text-ink-muted">{t('revenue.text')}</p>
          </div>
          <MonthPager revenue={revenue} onUntil={onUntil} />
        </div>
        {rows.length === 0 ? (
          <p className="px-4 pb-5 text-ink-muted sm:px-6">{t('revenue.none')}</p>
        ) : (
          <>
            <WideTable months={months} rows={rows} totals={totals} />
            <Cards rows={rows} totals={totals} />
          </>
        )}
      </Card>
    </section>
  )
}

const MonthPager = ({ revenue: { months, this_month: thisMonth, first_month: first }, onUntil }: Props) => {
  const { t } = useTranslation('money')
  const monthName = useMonthName()
  const [from = thisMonth, until = thisMonth] = [months[0], months.at(-1)]
  const later = shiftMonth(until, months.length)
  return (
    <div className="flex items-center gap-1 max-sm:-ms-3">
      <IconButton
        label={t('revenue.earlier')}
        icon={<ChevronLeft aria-hidden="true" size={20} className="rtl:-scale-x-100" />}
        disabled={first === null || from <= first}
        onClick={() => onUntil(shiftMonth(until, -months.length))}
      />
      <span aria-live="polite" className="text-sm tabular-nums text-ink">
        {t('revenue.span', { from: monthName(from), until: monthName(until) })}
      </span>
      <IconButton
        label={t('revenue.later')}
        icon={<ChevronRight aria-hidden="true" size={20} className="rtl:-scale-x-100" />}
        disabled={until >= thisMonth}
        onClick={() => onUntil(later >= thisMonth ? null : later)}
      />
    </div>
  )
}

/** The list of payments behind one number; of all sales without `sold`. What is no course and no programme was a link. */
const rowsPath = (sold: Sold | null, month: string) => {
  const isLinks = sold !== null && sold.course === null && sold.programme === null
  const query = new URLSearchParams({
    ...(sold?.course && { course: String(sold.course.id) }),
    ...(sold?.programme && { programme: sold.programme.slug }),
    ...(isLinks && { links: 'true' }),
    month,
  })
  return `${adminPaths.paymentList}?${query.toString()}`
}

type AmountProps = {
  minor: number
  currency: string
  sold: Sold | null
  month: string
  label: string
}

const Amount = ({ minor, currency, sold, month, label }: AmountProps) => (
  <Link
    to={rowsPath(sold, month)}
    className="inline-flex min-h-6 items-center font-medium text-primary-text hover:underline pointer-coarse:min-h-11"
  >
    <Money isWhole minor={minor} currency={currency} />
    <span className="sr-only"> {label}</span>
  </Link>
)

const NOTHING = <span className="font-normal text-ink-muted">–</span>
const head = 'px-3 py-2.5 font-medium first:ps-6 last:pe-6'
const cell = 'px-3 py-2.5 text-end first:ps-6 last:pe-6'

const WideTable = ({ months, rows, totals }: Pick<Revenue, 'months' | 'rows' | 'totals'>) => {
  const { t } = useTranslation('money')
  const monthName = useMonthName()
  return (
    <table className="hidden w-full text-sm @4xl:table">
      <thead>
        <tr className="border-y border-line text-ink-muted">
          <th scope="col" className={`${head} text-start`}>
            {t('row.course')}
          </th>
          {months.map((month) => (
            <th key={month} scope="col" className={`${head} text-end whitespace-nowrap`}>
              {monthName(month)}
            </th>
          ))}
          <th scope="col" className={`${head} text-end`}>
            {t('revenue.total')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <WideRow key={keyOf(row)} row={row} />
        ))}
      </tbody>
      <tfoot>
        {totals.map((total) => (
          <tr key={total.currency} className="border-t-2 border-line font-semibold text-ink">
            <th scope="row" className="px-3 py-3 ps-6 text-start">
              {t('revenue.all')}
            </th>
            {total.months.map(({ month, sold_minor: sold, net_minor: net }) => (
              <td key={month} className={cell}>
                {sold === 0 && net === 0 ? (
                  NOTHING
                ) : (
                  <Amount
                    minor={net}
                    currency={total.currency}
                    sold={null}
                    month={month}
                    label={t('revenue.openAll', { month: monthName(month) })}
                  />
                )}
              </td>
            ))}
            <td className={cell}>
              <Money isWhole minor={total.net_minor} currency={total.currency} />
            </td>
          </tr>
        ))}
      </tfoot>
    </table>
  )
}

const WideRow = ({ row }: { row: Row }) => {
  const { course, programme, currency, months } = row
  const { t } = useTranslation('money')
  const monthName = useMonthName()
  const title = course?.title ?? programme?.title ?? t('row.links')
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className="max-w-64 px-3 py-2.5 ps-6 text-start font-normal text-ink">
        <bdi>{title}</bdi>
      </th>
      {months.map(({ month, net_minor: net, sold_minor: sold }) => (
        <td key={month} className={cell}>
          {sold === 0 && net === 0 ? (
            NOTHING
          ) : (
            <Amount
              minor={net}
              currency={currency}
              sold={row}
              month={month}
              label={t('revenue.open', { course: title, month: monthName(month) })}
            />
          )}
        </td>
      ))}
      <td className={`${cell} font-semibold text-ink`}>
        <Money isWhole minor={row.net_minor} currency={currency} />
      </td>
    </tr>
  )
}

const Cards = ({ rows, totals }: Pick<Revenue, 'rows' | 'totals'>) => {
  const { t } = useTranslation('money')
  const monthName = useMonthName()
  return (
    <ul className="text-sm @4xl:hidden">
      {rows.map((row) => {
        const { course, programme, currency, months, net_minor: sum } = row
        const title = course?.title ?? programme?.title ?? t('row.links')
        return (
          <li key={keyOf(row)} className="border-t border-line px-4 py-3 sm:px-6">
            <div className="flex items-baseline justify-between gap-4 font-medium text-ink">
              <bdi className="min-w-0">{title}</bdi>
              <Money isWhole minor={sum} currency={currency} />
            </div>
            <ul className="mt-1 flex flex-wrap gap-x-5">
              {months
                .filter(({ sold_minor: sold, net_minor: net }) => sold !== 0 || net !== 0)
                .map(({ month, net_minor: net }) => (
                  <li key={month} className="flex items-center gap-1.5 text-ink-muted">
                    {monthName(month)}
                    <Amount
                      minor={net}
                      currency={currency}
                      sold={row}
                      month={month}
                      label={t('revenue.open', { course: title, month: monthName(month) })}
                    />
                  </li>
                ))}
            </ul>
          </li>
        )
      })}
      {totals.map(({ currency, net_minor: sum }) => (
        <li
          key={currency}
          className="flex items-baseline justify-between gap-4 border-t-2 border-line px-4 py-3 font-semibold text-ink sm:px-6"
        >
          {t('revenue.all')}
          <Money isWhole minor={sum} currency={currency} />
        </li>
      ))}
    </ul>
  )
}
