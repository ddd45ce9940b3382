import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { getServices, testSms } from '#contract/client-info/services.ts'
import { isApiError } from '#src/core/http/api-error.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useTestSms } from '../../api/services.queries.ts'
import { ServiceCard } from './ServiceCard.tsx'

/** Text messages: codes for phones. The installation's gateway sends them for every client. */
export const SmsCard = ({ sms }: { sms: ResponseOf<typeof getServices>['sms'] }) => {
  const { t } = useTranslation('settings')
  const from = sms.from === null ? '' : ` ${t('services.sms.from', { from: isolated(sms.from) })}`
  return (
    <ServiceCard
      title={t('services.sms.title')}
      state={{ text: t(sms.is_set_up ? 'services.ready' : 'services.missing'), isGood: sms.is_set_up }}
      text={sms.is_set_up ? `${t('services.sms.ready')}${from}` : t('services.sms.missing')}
    >
      {sms.is_set_up && <Try />}
    </ServiceCard>
  )
}

const Try = () => {
  const { t } = useTranslation('settings')
  const [phone, setPhone] = useState('')
  const { mutate, isPending, data, error } = useTestSms()
  const isRefused = isApiError(error) && error.fields?.['phone_number'] !== undefined
  return (
    <form
      noValidate
      className="flex w-full flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        mutate(phone.trim())
      }}
    >
      <Field
        className="w-full max-w-xs"
        label={t('services.sms.phone')}
        error={isRefused ? t('services.sms.wrong') : null}
      >
        {(control) => (
          <TextInput
            {...control}
            type="tel"
            dir="ltr"
            autoComplete="tel"
            maxLength={20}
            value={phone}
            onChange={({ target }) => setPhone(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" pending={isPending} disabled={phone.trim() === ''}>
        {t('services.sms.test')}
      </Button>
      {data && !isPending && <Result result={data} />}
      {Boolean(error) && !isRefused && <Alert kind="error" title={errorText(error, t('services.failed'))} />}
    </form>
  )
}

const Result = ({ result: { failure, status } }: { result: ResponseOf<typeof testSms> }) => {
  const { t } = useTranslation('settings')
  if (failure === null)
    return (
      <Alert kind="success" title={t('services.sms.sent')}>
        {t('services.sms.sentText')}
      </Alert>
    )
  return (
    <Alert kind="error" title={t(`services.sms.failure.${failure}.title`, { status: status ?? '' })}>
      {t(`services.sms.failure.${failure}.text`)}
    </Alert>
  )
}
