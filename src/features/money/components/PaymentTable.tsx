import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/money/payments.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { Money } from './Money.tsx'

type Props = {
  payments: readonly Payment[]
  onPerson: (id: number) => void
  onCourse: (id: number) => void
  onReverse: (payment: Payment) => void
}

const TONES = { payment: 'success', refund: 'warning', reversal: 'info' } as const
const LINK =
  'inline-flex min-h-6 items-center text-start text-primary-text hover:underline pointer-coarse:min-h-11'

/** Payments and refunds: cards on narrow screens. A person or course narrows the list to them. */
export const PaymentTable = ({ payments, onPerson, onCourse, onReverse }: Props) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  const columns = useMemo(
    (): Column<Payment>[] => [
      {
        key: 'person',
        title: t('row.person'),
        names: true,
        cell: ({ person }) =>
          person ? (
            <span className="block min-w-0">
              <button type="button" className={`${LINK} font-medium`} onClick={() => onPerson(person.id)}>
                <bdi>{person.name}</bdi>
              </button>
              <bdi className="block truncate text-ink-muted">{person.email}</bdi>
            </span>
          ) : (
            '–'
          ),
      },
      {
        key: 'course',
        title: t('row.course'),
        wide: true,
        cell: ({ course }) =>
          course ? (
            <button type="button" className={LINK} onClick={() => onCourse(course.id)}>
              <bdi>{course.title}</bdi>
            </button>
          ) : (
            t('row.noCourse')
          ),
      },
      { key: 'at', title: t('row.at'), cell: ({ at }) => formatDate(at, language) },
      {
        key: 'kind',
        title: t('row.kind'),
        cell: ({ kind, place }) => (
          <span className="inline-flex flex-wrap items-center gap-2">
            <Badge tone={TONES[kind]}>{t(`kind.${kind}`)}</Badge>
            <span className="text-ink-muted">{t(`place.${place}`)}</span>
          </span>
        ),
      },
      {
        key: 'reference',
        title: t('row.reference'),
        cell: ({ reference }) => <bdi className="min-w-0 break-all text-ink-muted">{reference}</bdi>,
      },
      {
        key: 'amount',
        title: t('row.amount'),
        end: true,
        cell: (payment) => (
          <span className="inline-flex flex-col items-end">
            <span className="font-semibold text-ink">
              <Money minor={payment.amount_minor} currency={payment.currency} />
            </span>
            {payment.reversible && (
              <button type="button" className={LINK} onClick={() => onReverse(payment)}>
                {t('reverse.button')}
              </button>
            )}
          </span>
        ),
      },
    ],
    [t, language, onPerson, onCourse, onReverse],
  )
  return <RowTable label={t('list.title')} columns={columns} rows={payments} keyOf={({ id }) => id} />
}
