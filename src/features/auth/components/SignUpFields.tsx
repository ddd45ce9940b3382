import { useTranslation } from 'react-i18next'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import type { AuthForm } from '../hooks/use-auth-form.ts'
import { useIssueText } from '../hooks/use-failure.ts'
import { useTenant } from '../hooks/use-tenant.ts'
import { hasReferrals } from '../model/kept-referral.ts'
import { ownTexts, type SignUpValues } from '../model/sign-up.ts'
import { EmailField } from './EmailField.tsx'
import { NewPasswordField } from './NewPasswordField.tsx'
import { ReferralField } from './ReferralField.tsx'

/** The fields of a person, and the password with its rules. */
export const SignUpFields = ({ form }: { form: AuthForm<SignUpValues> }) => {
  const { t } = useTranslation('auth')
  const tenant = useTenant()
  const issueText = useIssueText(tenant.passwordMin)
  const { values, issues, set } = form
  return (
    <>
      <Field label={t('fields.fullName')} error={issueText(issues.full_name)} required>
        {(control) => (
          <TextInput
            {...control}
            name="full_name"
            autoComplete="name"
            maxLength={120}
            value={values.full_name}
            onChange={(event) => set('full_name', event.target.value)}
          />
        )}
      </Field>
      <EmailField
        value={values.email}
        error={issueText(issues.email)}
        onChange={(value) => set('email', value)}
      />
      <NewPasswordField
        label={t('fields.password')}
        value={values.password}
        error={issueText(issues.password)}
        context={{ min: tenant.passwordMin, ownWords: ownTexts(values, tenant.name) }}
        onChange={(value) => set('password', value)}
      />
      <Field
        label={t('fields.phone')}
        hint={t('fields.phoneHint')}
        error={issueText(issues.phone_number)}
        {...(tenant.phoneRequired ? { required: true } : { optionalLabel: t('fields.optional') })}
      >
        {(control) => (
          <TextInput
            {...control}
            name="phone_number"
            type="tel"
            dir="ltr"
            autoComplete="tel"
            maxLength={20}
            className="rtl:text-end"
            value={values.phone_number}
            onChange={(event) => set('phone_number', event.target.value)}
          />
        )}
      </Field>
      {hasReferrals() && (
        <ReferralField
          value={values.referral_code}
          error={issueText(issues.referral_code)}
          onChange={(value) => set('referral_code', value)}
        />
      )}
    </>
  )
}
