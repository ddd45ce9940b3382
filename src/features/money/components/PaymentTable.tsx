import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/money/payments.ts'
import { Link } from 'react-router-dom'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { Money } from './Money.tsx'
import { RowDocuments } from './RowDocuments.tsx'

type Actions = {
  onPerson: (id: number) => void
  onCourse: (id: number) => void
  onReverse: (payment: Payment) => void
  onRefund: (payment: Payment) => void
}
type Props = Actions & { payments: readonly Payment[] }

const TONES = { payment: 'success', refund: 'warning', reversal: 'info' } as const
const PRESSABLE = 'inline-flex min-h-6 items-center text-start hover:underline pointer-coarse:min-h-11'
const LINK = `${PRESSABLE} text-primary-text`

const useColumns = ({ onPerson, onCourse, onReverse, onRefund }: Actions): Column<Payment>[] => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  return useMemo(
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
        cell: ({ course, programme, payment_link: link }) =>
          course ? (
            <button type="button" className={PRESSABLE} onClick={() => onCourse(course.id)}>
              <bdi>{course.title}</bdi>
            </button>
          ) : (
            <Subject programme={programme} link={link} />
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
        cell: ({ reference, documents }) => (
          <span className="block min-w-0">
            <bdi className="block break-all text-ink-muted">{reference}</bdi>
            <RowDocuments documents={documents} />
          </span>
        ),
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
            <MoneyBack payment={payment} onReverse={onReverse} onRefund={onRefund} />
          </span>
        ),
      },
    ],
    [t, language, onPerson, onCourse, onReverse, onRefund],
  )
}

const REFUND_TONES = { requested: 'info', sent: 'info', confirmed: 'success', failed: 'error' } as const
type MoneyBackProps = Pick<Actions, 'onReverse' | 'onRefund'> & { payment: Payment }

/** What went back or can go back, and what is on its way. */
const MoneyBack = ({ payment, onReverse, onRefund }: MoneyBackProps) => {
  const { t } = useTranslation('money')
  const { reversible, checkout, person, by_exception: byException } = payment
  return (
    <>
      {checkout?.refunds.slice(-1).map(({ id, state }) => (
        <Badge key={id} tone={REFUND_TONES[state]}>
          {t(`online.state.${state}`)}
        </Badge>
      ))}
      {checkout !== null && checkout.left_minor > 0 && (
        <button
          type="button"
          className={LINK}
          aria-label={t('online.buttonName', { name: person?.name ?? '' })}
          onClick={() => onRefund(payment)}
        >
          {t('online.button')}
        </button>
      )}
      {byException && (
        <button
          type="button"
          className={LINK}
          aria-label={t('refunds.exceptionName', { name: person?.name ?? '' })}
          onClick={() => onRefund(payment)}
        >
          {t('refunds.exceptionButton')}
        </button>
      )}
      {reversible && (
        <button type="button" className={LINK} onClick={() => onReverse(payment)}>
          {t('reverse.button')}
        </button>
      )}
    </>
  )
}

type SubjectProps = { programme: Payment['programme']; link: Payment['payment_link'] }

/** What was paid that is no course: a programme, or a payment link, which opens. */
const Subject = ({ programme, link }: SubjectProps) => {
  const { t } = useTranslation('money')
  if (link === null) return <bdi>{programme ?? t('row.noCourse')}</bdi>
  return (
    <Link to={`${adminPaths.payments}?open=${link.id}`} className={PRESSABLE}>
      <bdi>{link.title}</bdi>
    </Link>
  )
}

/** Payments and refunds: a table, and short cards on narrow screens. A person or course narrows the list to them. */
export const PaymentTable = ({ payments, ...actions }: Props) => {
  const { t } = useTranslation('money')
  const columns = useColumns(actions)
  return (
    <div className="@container">
      <div className="hidden @3xl:block">
        <RowTable label={t('list.title')} columns={columns} rows={payments} keyOf={({ id }) => id} />
      </div>
      <ul aria-label={t('list.title')} className="flex flex-col gap-3 @3xl:hidden">
        {payments.map((payment) => (
          <PaymentCard key={payment.id} payment={payment} {...actions} />
        ))}
      </ul>
    </div>
  )
}

type CardProps = Actions & { payment: Payment }

const PaymentCard = ({ payment, onPerson, onCourse, onReverse, onRefund }: CardProps) => {
  const { t } = useTranslation('money')
  const language = useLanguage()
  const { person, course, programme, payment_link: link, kind } = payment
  return (
    <li className="card px-4 py-2.5 text-sm">
      <div className="flex items-center justify-between gap-4">
        {person ? (
          <button type="button" className={`${LINK} min-w-0 font-medium`} onClick={() => onPerson(person.id)}>
            <bdi className="truncate">{person.name}</bdi>
          </button>
        ) : (
          <span>–</span>
        )}
        <span className="font-semibold text-ink">
          <Money minor={payment.amount_minor} currency={payment.currency} />
        </span>
      </div>
      {course && (
        <button
          type="button"
          className={`${PRESSABLE} max-w-full text-ink`}
          onClick={() => onCourse(course.id)}
        >
          <bdi className="truncate">{course.title}</bdi>
        </button>
      )}
      {(programme ?? link) && (
        <p className="text-ink">
          <Subject programme={programme} link={link} />
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-muted">
        {kind !== 'payment' && <Badge tone={TONES[kind]}>{t(`kind.${kind}`)}</Badge>}
        <span>{formatDate(payment.at, language)}</span>
        <span>· {t(`place.${payment.place}`)}</span>
        <span className="min-w-0">
          · <bdi className="break-all">{payment.reference}</bdi>
        </span>
      </p>
      <RowDocuments documents={payment.documents} />
      <MoneyBack payment={payment} onReverse={onReverse} onRefund={onRefund} />
    </li>
  )
}
