import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { testOutcomes, type TestCheckout, type TestOutcome } from '#contract/money/programmes.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { useMoney } from '../model/use-money.ts'

type Props = {
  query: UseQueryResult<TestCheckout>
  pay: UseMutationResult<TestCheckout, Error, TestOutcome>
  backText: string
}

/** Stands for a payment provider's page in the demo; its payer chooses what happens. */
export const TestCheckoutPage = ({ query, ...rest }: Props) => {
  const { t } = useTranslation('programmes')
  return (
    <div className="mx-auto max-w-md">
      <div className="rounded-2xl border-2 border-dashed border-warning bg-warning-soft p-4 sm:p-6">
        <div className="flex items-center justify-between gap-3">
          <h1 tabIndex={-1} className="text-2xl font-bold tracking-tight text-ink">
            {t('test.title')}
          </h1>
          <Badge tone="warning" className="border border-warning uppercase">
            {t('test.badge')}
          </Badge>
        </div>
        <p className="mt-2 text-ink">{t('test.text')}</p>
        {query.data ? (
          <Checkout {...rest} checkout={query.data} />
        ) : query.isError ? (
          <EmptyState
            illustration="notFound"
            role="alert"
            title={t('test.missing')}
            text={errorText(query.error, t('test.missing'))}
          />
        ) : (
          <Skeleton className="mt-5 h-96 rounded-xl" />
        )}
      </div>
    </div>
  )
}

const Checkout = ({ checkout, pay, backText }: Omit<Props, 'query'> & { checkout: TestCheckout }) => {
  const { t } = useTranslation('programmes')
  const money = useMoney(checkout.currency)
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<TestOutcome>('succeed')
  const goBack = (hasLeft: boolean) =>
    void navigate(`${checkout.return_path}${hasLeft ? '&left=1' : ''}`, { replace: true })
  return (
    <div className="mt-5 card p-4">
      <p className="text-ink-muted">
        <bdi>{checkout.title}</bdi>
      </p>
      <p className="text-3xl font-bold text-ink tabular-nums">{money(checkout.amount_minor)}</p>
      {checkout.is_open ? (
        <form
          className="mt-4"
          onSubmit={(event) => {
            event.preventDefault()
            pay.mutate(outcome, { onSuccess: () => goBack(outcome === 'abandon') })
          }}
        >
          <Outcomes outcome={outcome} onChange={setOutcome} />
          {pay.isError && (
            <Alert kind="error" className="mt-3">
              {errorText(pay.error, t('test.failed'))}
            </Alert>
          )}
          <Button type="submit" size="lg" block className="mt-4" pending={pay.isPending}>
            {t('test.button')}
          </Button>
        </form>
      ) : (
        <>
          <p className="mt-4 text-ink">{t('test.over')}</p>
          <Button block className="mt-4" onClick={() => goBack(false)}>
            {backText}
          </Button>
        </>
      )}
    </div>
  )
}

type OutcomesProps = { outcome: TestOutcome; onChange: (outcome: TestOutcome) => void }

const Outcomes = ({ outcome, onChange }: OutcomesProps) => {
  const { t } = useTranslation('programmes')
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink">{t('test.choose')}</legend>
      {testOutcomes.map((value) => (
        <label
          key={value}
          className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg px-2 py-1.5 outline-focus has-checked:bg-primary-soft has-focus-visible:outline-2"
        >
          <input
            type="radio"
            name="outcome"
            value={value}
            checked={value === outcome}
            className="size-4.5 shrink-0 accent-primary"
            onChange={() => onChange(value)}
          />
          <span className="min-w-0 text-ink">
            {t(`test.outcome.${value}`)}
            <span className="block text-sm text-ink-muted">{t(`test.hint.${value}`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
