import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { ReferralStep, Referrer } from '#contract/money/referrals.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatNumber } from '#src/shared/lib/format.ts'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { Money } from '../components/Money.tsx'
import { peopleAddress } from './people-address.ts'

const LINK =
  'inline-flex min-h-6 items-center font-medium text-primary-text hover:underline pointer-coarse:min-h-11'
const STEPS = ['invited', 'joined', 'qualified', 'held', 'rewarded'] as const satisfies ReferralStep[]

type Props = { referrers: readonly Referrer[]; onPay: (referrer: Referrer) => void }

/** The funnel of each referrer; every number opens its rows. */
export const ReferrerTable = ({ referrers, onPay }: Props) => {
  const { t } = useTranslation('money/referrals')
  return (
    <RowTable
      label={t('title')}
      columns={useColumns(onPay)}
      rows={referrers}
      keyOf={({ person }) => person.id}
    />
  )
}

const useColumns = (onPay: Props['onPay']): Column<Referrer>[] => {
  const { t } = useTranslation('money/referrals')
  return useMemo(
    (): Column<Referrer>[] => [
      {
        key: 'person',
        title: t('row.referrer'),
        names: true,
        cell: ({ person, code }) => (
          <span className="block min-w-0">
            <bdi className="font-medium wrap-anywhere text-ink">{person.name}</bdi>
            <span className="block truncate text-ink-muted">
              <bdi>{person.email}</bdi> · <bdi>{code}</bdi>
            </span>
          </span>
        ),
      },
      ...STEPS.map((step): Column<Referrer> => ({
        key: step,
        title: t(`step.${step}`),
        end: true,
        cell: (row) => <Count row={row} step={step} />,
      })),
      { key: 'due', title: t('row.due'), end: true, cell: (row) => <Due row={row} onPay={onPay} /> },
    ],
    [t, onPay],
  )
}

const Count = ({ row, step }: { row: Referrer; step: ReferralStep }) => {
  const { t } = useTranslation('money/referrals')
  const language = useLanguage()
  if (row[step] === 0) return formatNumber(0, language)
  return (
    <Link
      to={peopleAddress({ step, referrer: row.person.id })}
      className={LINK}
      aria-label={t('openRows', {
        name: row.person.name,
        step: t(`step.${step}`),
        number: formatNumber(row[step], language),
      })}
    >
      {formatNumber(row[step], language)}
    </Link>
  )
}

const Due = ({ row, onPay }: { row: Referrer; onPay: Props['onPay'] }) => {
  const { t } = useTranslation('money/referrals')
  if (row.due.length === 0) return '–'
  return (
    <span className="inline-flex flex-col items-end gap-1">
      {row.due.map(({ amount_minor: minor, currency }) => (
        <span key={currency} className="font-semibold text-ink">
          <Money minor={minor} currency={currency} isWhole />
        </span>
      ))}
      {row.due.some(({ amount_minor: minor }) => minor > 0) && (
        <button
          type="button"
          className={LINK}
          aria-label={t('payout.buttonFor', { name: row.person.name })}
          onClick={() => onPay(row)}
        >
          {t('payout.button')}
        </button>
      )}
    </span>
  )
}
