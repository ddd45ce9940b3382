import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { PASSWORD_MIN_RANGE, type ClientSettings } from '#contract/client-info/settings-endpoints.ts'
import { PASSWORD_MIN_STAFF } from '#contract/limits.ts'
import { adminPaths } from '#src/core/admin-paths.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { Switch } from '#src/shared/ui/forms/Switch.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useSetAccountRules } from '../api/settings.queries.ts'
import { SettingsPart } from './SettingsPart.tsx'

/** Passwords, what sign-up asks for, and where the rule for the second step is. */
export const AccountsTab = () => (
  <SettingsPart>
    {(settings) => (
      <div className="flex max-w-2xl flex-col gap-6">
        <Form key={settings.version} settings={settings} />
        <SecondStep isRequired={settings.accounts.staff_second_step} />
      </div>
    )}
  </SettingsPart>
)

const { min: MIN, max: MAX } = PASSWORD_MIN_RANGE
const isLength = (text: string) => /^\d+$/.test(text) && Number(text) >= MIN && Number(text) <= MAX

const Form = ({ settings: { version, accounts } }: { settings: ClientSettings }) => {
  const { t } = useTranslation('settings')
  const notify = useNotify()
  const [length, setLength] = useState(String(accounts.password_min))
  const [needsPhone, setNeedsPhone] = useState(accounts.phone_required)
  const { mutate, isPending, error } = useSetAccountRules()
  const isValid = isLength(length)
  const isChanged = length !== String(accounts.password_min) || needsPhone !== accounts.phone_required
  const save = () =>
    mutate(
      { version, password_min: Number(length), phone_required: needsPhone },
      { onSuccess: () => notify({ kind: 'success', title: t('accounts.saved') }) },
    )
  return (
    <Card as="section">
      <form
        noValidate
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (isValid && isChanged) save()
        }}
      >
        <h2 className="text-lg font-semibold text-ink">{t('accounts.title')}</h2>
        <Field
          label={t('accounts.length')}
          hint={t('accounts.lengthHint', { staff: PASSWORD_MIN_STAFF })}
          error={isValid ? null : t('accounts.lengthWrong', { min: MIN, max: MAX })}
        >
          {(control) => (
            <TextInput
              {...control}
              type="number"
              inputMode="numeric"
              dir="ltr"
              min={MIN}
              max={MAX}
              className="max-w-28"
              value={length}
              onChange={({ target }) => setLength(target.value)}
            />
          )}
        </Field>
        <Switch
          label={t('accounts.phone')}
          hint={t('accounts.phoneHint')}
          checked={needsPhone}
          onChange={setNeedsPhone}
        />
        {Boolean(error) && <Alert kind="error" title={errorText(error, t('failed'))} />}
        <Button type="submit" className="self-start" pending={isPending} disabled={!isChanged || !isValid}>
          {t('accounts.save')}
        </Button>
      </form>
    </Card>
  )
}

const SecondStep = ({ isRequired }: { isRequired: boolean }) => {
  const { t } = useTranslation('settings')
  return (
    <Card as="section" className="flex flex-col items-start gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-lg font-semibold text-ink">{t('accounts.twoStep')}</h2>
        <Badge tone={isRequired ? 'success' : 'neutral'}>
          {t(isRequired ? 'accounts.required' : 'accounts.optional')}
        </Badge>
      </div>
      <p className="text-sm text-ink-muted">
        {t(isRequired ? 'accounts.requiredText' : 'accounts.optionalText')}
      </p>
      <Link to={adminPaths.signIn} className={buttonClass({ variant: 'secondary' })}>
        {t('signIn')}
      </Link>
    </Card>
  )
}
