import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import type { AuthForm } from '../hooks/use-auth-form.ts'
import { useIssueText } from '../hooks/use-failure.ts'
import type { LegalText } from '../model/legal.ts'
import type { SignUpValues } from '../model/sign-up.ts'
import { LegalDialog } from './LegalDialog.tsx'

/** The one tick that is needed, with both texts to read, and the free one that is off. */
export const SignUpConsent = ({ form }: { form: AuthForm<SignUpValues> }) => {
  const { t } = useTranslation('auth')
  const issueText = useIssueText(0)
  const [reading, setReading] = useState<LegalText | null>(null)
  const { values, issues, set } = form
  return (
    <div className="space-y-1">
      <Checkbox
        name="accept_terms"
        label={t('signUp.accept')}
        error={issueText(issues.accept_terms)}
        checked={values.accept_terms}
        required
        onChange={(event) => set('accept_terms', event.target.checked)}
      />
      <p className="flex flex-wrap gap-x-4 ps-8 text-sm">
        {(['terms', 'privacy'] as const).map((which) => (
          <button
            key={which}
            type="button"
            className="inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
            onClick={() => setReading(which)}
          >
            {t(`signUp.${which}`)}
          </button>
        ))}
      </p>
      <Checkbox
        name="marketing_opt_in"
        label={t('signUp.marketing')}
        checked={values.marketing_opt_in}
        onChange={(event) => set('marketing_opt_in', event.target.checked)}
      />
      {reading && <LegalDialog which={reading} onClose={() => setReading(null)} />}
    </div>
  )
}
