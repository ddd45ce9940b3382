import { useTranslation } from 'react-i18next'
import type { PaymentPlan, Programme } from '#contract/money/programmes.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { useMoney } from '../model/use-money.ts'

type Props = { programme: Programme; plan: PaymentPlan; onChange: (plan: PaymentPlan) => void }

/** The rest at once or in instalments, each with its days and amounts if one paid today. */
export const PlanChoice = ({ programme, plan, onChange }: Props) => {
  const { t } = useTranslation('programmes')
  return (
    <Card as="section">
      <fieldset>
        <legend className="text-lg font-semibold text-ink">{t('plan.title')}</legend>
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          {programme.plans.map((option) => (
            <label
              key={option.plan}
              className="flex cursor-pointer gap-3 rounded-xl border border-line p-4 hover:border-line-strong has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
            >
              <input
                type="radio"
                name="plan"
                value={option.plan}
                checked={option.plan === plan}
                className="mt-0.5 size-4.5 shrink-0 accent-primary"
                onChange={() => onChange(option.plan)}
              />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold text-ink">
                  {option.plan === 'once'
                    ? t('plan.once')
                    : t('plan.instalments', { count: option.parts.length - 1 })}
                </span>
                <Parts parts={option.parts} currency={programme.currency} />
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </Card>
  )
}

type PartsProps = { parts: Programme['plans'][number]['parts']; currency: string }

const Parts = ({ parts, currency }: PartsProps) => {
  const { t } = useTranslation('programmes')
  const language = useLanguage()
  const money = useMoney(currency)
  return (
    <span className="mt-2 flex flex-col gap-1 text-sm tabular-nums">
      {parts.map(({ due_on: day, amount_minor: minor }, index) => (
        <span key={day} className="flex justify-between gap-3">
          <span className="text-ink-muted">{index === 0 ? t('plan.today') : formatDate(day, language)}</span>
          <span className="text-ink">{money(minor)}</span>
        </span>
      ))}
    </span>
  )
}
