import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LegalKind } from '#contract/client-info/legal.ts'
import { Checkbox } from '#src/shared/ui/forms/Checkbox.tsx'
import type { AuthForm } from '../hooks/use-auth-form.ts'
import { useIssueText } from '../hooks/use-failure.ts'
import type { SignUpValues } from '../model/sign-up.ts'
import { LegalDialog } from './LegalDialog.tsx'

/** The required consent with both texts to read, and the optional consent, which is off by default. */
export const SignUpConsent = ({ form }: { form: AuthForm<SignUpValues> }) => {
  const { t } = useTranslation('auth')
  const issueText = useIssueText(0)
  const [openText, setOpenText] = useState<LegalKind | null>(null)
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
        {(['terms', 'privacy'] as const).map((kind) => (
          <button
            key={kind}
            type="button"
            className="inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
            onClick={() => setOpenText(kind)}
          >
            {t(`signUp.${kind}`)}
          </button>
        ))}
      </p>
      <Checkbox
        name="marketing_opt_in"
        label={t('signUp.marketing')}
        checked={values.marketing_opt_in}
        onChange={(event) => set('marketing_opt_in', event.target.checked)}
      />
      {openText && <LegalDialog kind={openText} onClose={() => setOpenText(null)} />}
    </div>
  )
}
