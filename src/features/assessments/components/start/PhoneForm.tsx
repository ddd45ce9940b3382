import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { PHONE_NUMBER, PHONE_NUMBER_MAX } from '#contract/auth/phone-number.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { clockText } from '#src/shared/lib/countdown.ts'
import { foldDigits } from '#src/shared/lib/text/digits.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { useCountdown } from '#src/shared/lib/hooks/use-countdown.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { CodeInput } from '#src/shared/ui/forms/CodeInput.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useConfirmPhone, useSendPhoneCode } from '../../api/assessments.mutations.ts'

type Sent = { number: string; shown: string; again: number }
type Props = { assessmentId: number; next: string }

/** The number, then its six digits; then the instructions. */
export const PhoneForm = ({ assessmentId, next }: Props) => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const [phone, setPhone] = useState('')
  const [wrong, setWrong] = useState(false)
  const [sent, setSent] = useState<Sent | null>(null)
  const send = useSendPhoneCode(assessmentId)

  const ask = async (number: string) => {
    try {
      const answer = await send.mutateAsync({ phone: number, language })
      setSent({ number, shown: answer.phone, again: Date.now() + answer.resend_after * 1000 })
    } catch {
      // Said under the field; the number stays.
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = foldDigits(phone).normalize('NFC').trim()
    const valid = number !== '' && number.length <= PHONE_NUMBER_MAX && PHONE_NUMBER.test(number)
    setWrong(!valid)
    if (valid) void ask(number)
  }
  if (sent)
    return (
      <CodeStep
        key={sent.number}
        assessmentId={assessmentId}
        sent={sent}
        next={next}
        resending={send.isPending}
        problem={send.error}
        onAgain={() => void ask(sent.number)}
        onOther={() => {
          send.reset()
          setSent(null)
        }}
      />
    )
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <Field
        label={t('phone.number')}
        hint={t('phone.numberHint')}
        required
        error={wrong ? t('phone.invalid') : send.error ? errorText(send.error, t('phone.sendFailed')) : null}
      >
        {(control) => (
          <TextInput
            {...control}
            type="tel"
            dir="ltr"
            autoComplete="tel"
            placeholder="+91 98765 43210"
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
          />
        )}
      </Field>
      <p className="text-sm text-ink-muted">{t('phone.why')}</p>
      <Button type="submit" pending={send.isPending}>
        {t('phone.send')}
      </Button>
    </form>
  )
}

type CodeProps = Props & {
  sent: Sent
  resending: boolean
  problem: unknown
  onAgain: () => void
  onOther: () => void
}

const CodeStep = ({ assessmentId, sent, next, resending, problem, onAgain, onOther }: CodeProps) => {
  const { t } = useTranslation('assessments')
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const confirm = useConfirmPhone(assessmentId)
  const wait = useCountdown(sent.again)
  const check = async (digits: string) => {
    try {
      await confirm.mutateAsync({ phone: sent.number, code: digits })
      void navigate(next, { replace: true })
    } catch {
      // Said under the boxes.
    }
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === 6 && !confirm.isPending) void check(code)
      }}
    >
      <p role="status" className="text-ink">
        {t('phone.sent', { phone: isolated(sent.shown) })}
      </p>
      <Field
        label={t('phone.code')}
        required
        error={confirm.error ? errorText(confirm.error, t('phone.codeFailed')) : null}
      >
        {(control) => (
          <CodeInput
            {...control}
            value={code}
            onChange={setCode}
            onComplete={(digits) => void check(digits)}
          />
        )}
      </Field>
      {problem !== null && problem !== undefined && (
        <Alert kind="error">{errorText(problem, t('phone.sendFailed'))}</Alert>
      )}
      <Button type="submit" pending={confirm.isPending} disabled={code.length < 6}>
        {t('phone.confirm')}
      </Button>
      <div className="flex flex-wrap gap-3">
        <Button variant="ghost" size="sm" pending={resending} disabled={wait > 0} onClick={onAgain}>
          {wait > 0 ? t('phone.againIn', { time: clockText(wait) }) : t('phone.again')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onOther}>
          {t('phone.other')}
        </Button>
      </div>
    </form>
  )
}
