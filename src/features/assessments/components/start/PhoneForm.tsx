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

type SentCode = { number: string; displayedNumber: string; resendAt: number }
type Props = { assessmentId: number; next: string }

/** Verifies a phone number with a six-digit code, then continues to the instructions. */
export const PhoneForm = ({ assessmentId, next }: Props) => {
  const { t } = useTranslation('assessments')
  const language = useLanguage()
  const [phone, setPhone] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const [sent, setSent] = useState<SentCode | null>(null)
  const send = useSendPhoneCode(assessmentId)

  const requestCode = async (number: string) => {
    try {
      const answer = await send.mutateAsync({ phone: number, language })
      setSent({ number, displayedNumber: answer.phone, resendAt: Date.now() + answer.resend_after * 1000 })
    } catch {
      // The error shows below the field, and the number stays.
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = foldDigits(phone).normalize('NFC').trim()
    const valid = number !== '' && number.length <= PHONE_NUMBER_MAX && PHONE_NUMBER.test(number)
    setInvalid(!valid)
    if (valid) void requestCode(number)
  }
  if (sent)
    return (
      <CodeStep
        key={sent.number}
        assessmentId={assessmentId}
        sent={sent}
        next={next}
        resending={send.isPending}
        sendError={send.error}
        onResend={() => void requestCode(sent.number)}
        onChangeNumber={() => {
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
        error={
          isInvalid ? t('phone.invalid') : send.error ? errorText(send.error, t('phone.sendFailed')) : null
        }
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
  sent: SentCode
  resending: boolean
  sendError: unknown
  onResend: () => void
  onChangeNumber: () => void
}

const CodeStep = ({
  assessmentId,
  sent,
  next,
  resending,
  sendError,
  onResend,
  onChangeNumber,
}: CodeProps) => {
  const { t } = useTranslation('assessments')
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const confirm = useConfirmPhone(assessmentId)
  const secondsToWait = useCountdown(sent.resendAt)
  const confirmCode = async (digits: string) => {
    try {
      await confirm.mutateAsync({ phone: sent.number, code: digits })
      void navigate(next, { replace: true })
    } catch {
      // The error shows below the code input.
    }
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === 6 && !confirm.isPending) void confirmCode(code)
      }}
    >
      <p role="status" className="text-ink">
        {t('phone.sent', { phone: isolated(sent.displayedNumber) })}
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
            onComplete={(digits) => void confirmCode(digits)}
          />
        )}
      </Field>
      {sendError !== null && sendError !== undefined && (
        <Alert kind="error">{errorText(sendError, t('phone.sendFailed'))}</Alert>
      )}
      <Button type="submit" pending={confirm.isPending} disabled={code.length < 6}>
        {t('phone.confirm')}
      </Button>
      <div className="flex flex-wrap gap-3">
        <Button variant="ghost" size="sm" pending={resending} disabled={secondsToWait > 0} onClick={onResend}>
          {secondsToWait > 0 ? t('phone.againIn', { time: clockText(secondsToWait) }) : t('phone.again')}
        </Button>
        <Button variant="ghost" size="sm" onClick={onChangeNumber}>
          {t('phone.other')}
        </Button>
      </div>
    </form>
  )
}
