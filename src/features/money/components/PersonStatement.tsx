import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Statement } from '#contract/money/payments.ts'
import { statementQuery } from '../api/money.queries.ts'
import { Money } from './Money.tsx'

const FIELDS = ['sold_minor', 'paid_minor', 'refunded_minor', 'open_minor'] as const

/** What one person bought, paid, got back and still owes, in each currency. */
export const PersonStatement = ({ userId }: { userId: number }) => {
  const { t } = useTranslation('money')
  const statement = useQuery(statementQuery(userId))
  if (!statement.data || statement.data.balances.length === 0) return null
  return (
    <section aria-label={t('statement.title')} className="card flex flex-col gap-4 p-4 sm:px-6">
      {statement.data.balances.map((balance) => (
        <Balance key={balance.currency} balance={balance} />
      ))}
    </section>
  )
}

const Balance = ({ balance }: { balance: Statement['balances'][number] }) => {
  const { t } = useTranslation('money')
  return (
    <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
      {FIELDS.map((field) => (
        <div key={field} className="flex flex-col">
          <dt className="text-sm text-ink-muted">{t(`statement.${field}`)}</dt>
          <dd className="text-lg font-semibold text-ink">
            <Money minor={balance[field]} currency={balance.currency} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
