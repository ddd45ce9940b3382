import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Programme } from '#contract/money/programmes.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { amountProblem, typedAmount, type PayChoice, type PayOption } from '../model/pay-choices.ts'
import { useMoney } from '../model/use-money.ts'

type Props = {
  title: string
  currency: string
  options: readonly PayOption[]
  payable: NonNullable<Programme['payable']>
  /** Chosen beside the amount: another choice is another payment. */
  about: string
  isTest: boolean
  start: { isError: boolean; error: unknown; isPending: boolean }
  /** `key` is the same for a repeat. */
  onPay: (minor: number, key: string) => void
}

/** One amount and one button; the amount is chosen or typed. */
export const PayForm = (props: Props) => {
  const { title, currency, options, payable, about, start } = props
  const { t } = useTranslation('programmes')
  const money = useMoney(currency)
  const [choice, setChoice] = useState<PayChoice>(options[0]?.choice ?? 'other')
  const [text, setText] = useState('')
  const [isTried, setIsTried] = useState(false)
  // One key for one amount: pressing twice starts one payment.
  const [sent, setSent] = useState({ what: '', key: '' })
  const typed = typedAmount(text, currency)
  const minor =
    choice === 'other' ? typed : (options.find((option) => option.choice === choice)?.minor ?? null)
  const problem = amountProblem(minor, payable)
  const pay = () => {
    setIsTried(true)
    if (minor === null || problem) return
    const what = `${about} ${minor}`
    const key = sent.what === what ? sent.key : crypto.randomUUID()
    setSent({ what, key })
    props.onPay(minor, key)
  }
  return (
    <Card as="section">
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          pay()
        }}
      >
        <AmountChoice
          title={title}
          options={[
            ...options.map((option) => ({ ...option, text: money(option.minor) })),
            ...(payable.min_minor < payable.max_minor ? [OTHER] : []),
          ]}
          choice={choice}
          onChange={setChoice}
        />
        {choice === 'other' && (
          <Field
            label={t('pay.amount')}
            hint={t('pay.range', { min: money(payable.min_minor), max: money(payable.max_minor) })}
            error={
              isTried && problem
                ? t(`pay.${problem}`, { min: money(payable.min_minor), max: money(payable.max_minor) })
                : null
            }
          >
            {(control) => (
              <TextInput
                {...control}
                dir="ltr"
                inputMode="decimal"
                autoComplete="off"
                value={text}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
        )}
        {start.isError && <Alert kind="error">{errorText(start.error, t('pay.failed'))}</Alert>}
        <Button type="submit" size="lg" block pending={start.isPending}>
          {minor !== null && !problem ? t('pay.button', { amount: money(minor) }) : t('pay.buttonPlain')}
        </Button>
        {props.isTest && <p className="text-center text-sm text-ink-muted">{t('pay.testNote')}</p>}
      </form>
    </Card>
  )
}

const OTHER = { choice: 'other', text: null } as const

type ChoiceProps = {
  title: string
  options: readonly { choice: PayChoice; text: string | null }[]
  choice: PayChoice
  onChange: (choice: PayChoice) => void
}

const AmountChoice = ({ title, options, choice, onChange }: ChoiceProps) => {
  const { t } = useTranslation('programmes')
  return (
    <fieldset>
      <legend className="text-lg font-semibold text-ink">{title}</legend>
      <div className="mt-3 flex flex-col gap-2">
        {options.map((option) => (
          <label
            key={option.choice}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-lg border border-line px-4 py-2.5 text-ink hover:border-line-strong has-checked:border-primary has-checked:bg-primary-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="amount"
              checked={option.choice === choice}
              className="size-4.5 shrink-0 accent-primary"
              onChange={() => onChange(option.choice)}
            />
            <span className="flex-1">{t(`pay.choice.${option.choice}`)}</span>
            {option.text && <span className="font-semibold tabular-nums">{option.text}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
