import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DueSpan, Dues } from '#contract/money/dues.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Money } from '../components/Money.tsx'
import { DueParts } from './DueParts.tsx'
import { duesQuery } from './dues.queries.ts'

type Chosen = { span: DueSpan; currency: string }

/** What learners still owe for programmes, by how late it is; a press on a sum shows its rows. Nothing open: no card. */
export const DueCard = () => {
  const { t } = useTranslation('money')
  const dues = useQuery(duesQuery())
  const [chosen, setChosen] = useState<Chosen | null>(null)
  if (dues.isError && !dues.data)
    return (
      <Alert
        kind="error"
        className="mb-6"
        title={t('due.failed')}
        action={
          <Button size="sm" variant="secondary" onClick={() => void dues.refetch()}>
            {t('retry')}
          </Button>
        }
      />
    )
  const currencies = dues.data?.currencies ?? []
  if (currencies.length === 0) return null
  return (
    <section aria-labelledby="due" className="mb-8">
      <Card>
        <h2 id="due" className="text-lg font-semibold text-ink">
          {t('due.title')}
        </h2>
        <p className="mb-4 text-sm text-ink-muted">{t('due.text')}</p>
        <div className="flex flex-col gap-4">
          {currencies.map((each) => (
            <Sums key={each.currency} of={each} chosen={chosen} onChoose={setChosen} />
          ))}
          {chosen && <DueParts key={`${chosen.span}/${chosen.currency}`} {...chosen} />}
        </div>
      </Card>
    </section>
  )
}

type SumsProps = {
  of: Dues['currencies'][number]
  chosen: Chosen | null
  onChoose: (chosen: Chosen | null) => void
}

const Sums = ({ of: { currency, spans }, chosen, onChoose }: SumsProps) => {
  const { t } = useTranslation('money')
  return (
    <ul
      aria-label={t('due.sums', { currency })}
      className="-mx-3 grid grid-cols-2 gap-1 sm:grid-cols-3 xl:grid-cols-6"
    >
      {spans.map(({ span, open_minor: open, parts }) => {
        const isOn = chosen?.span === span && chosen.currency === currency
        return (
          <li key={span}>
            <button
              type="button"
              aria-pressed={isOn}
              disabled={parts === 0}
              className={cx(
                'flex h-full w-full flex-col items-start rounded-lg px-3 py-2.5 text-start',
                isOn ? 'bg-primary-soft' : 'not-disabled:hover:bg-surface-sunken',
              )}
              onClick={() => onChoose(isOn ? null : { span, currency })}
            >
              <span className="text-sm text-ink-muted">{t(`due.span.${span}`)}</span>
              <span className="text-lg font-semibold text-ink">
                <Money isWhole minor={open} currency={currency} />
              </span>
              <span className="text-sm text-ink-muted">{t('due.parts', { count: parts })}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
