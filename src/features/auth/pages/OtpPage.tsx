import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { guestPaths } from '#src/core/guest-paths.ts'
import { loadCalls } from '../api/load-calls.ts'
import { AuthLayout } from '../components/AuthLayout.tsx'
import { CodeForm, type CodeValues } from '../components/CodeForm.tsx'
import { TextLink } from '../components/TextLink.tsx'
import { useSignIn } from '../hooks/use-sign-in.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { codePurpose, type PendingCode } from '../model/pending-code.ts'
import { saveAddress, clearPendingCode, savePendingCode, readPendingCode } from '../model/tab-storage.ts'

/** /otp: verifies an address with a code, or sets a new password with ?purpose=reset. */
export const OtpPage = () => {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  const enter = useSignIn()
  const [search] = useSearchParams()
  const purpose = codePurpose(search.get('purpose'))
  const [pending, setPending] = useState<PendingCode>(() => {
    const stored = readPendingCode()
    return stored?.purpose === purpose ? stored : { email: search.get('email') ?? '', purpose, sentAt: null }
  })
  const texts = purpose === 'reset' ? 'reset' : 'code'
  const isKnown = pending.sentAt !== null

  const onSent = (sentAt: number, email: string) => {
    const next = { email: email.trim(), purpose, sentAt }
    savePendingCode(next)
    setPending(next)
  }

  const verify = async ({ email, otp, password }: CodeValues) => {
    const { verifyEmail } = await loadCalls()
    await enter(await verifyEmail({ email, otp, ...(password && { password }) }))
  }
  const reset = async (values: CodeValues) => {
    const { resetPassword } = await loadCalls()
    await resetPassword(values)
    clearPendingCode()
    saveAddress(values.email)
    void navigate(guestPaths.login, { replace: true, state: { passwordChanged: true } })
  }

  return (
    <AuthLayout
      title={t(`${texts}.title`)}
      documentTitle={t(`${texts}.documentTitle`)}
      lead={isKnown ? t(`${texts}.sentTo`, { email: isolated(pending.email) }) : t('code.noAddress')}
      footer={
        <TextLink to={purpose === 'reset' ? guestPaths.login : guestPaths.signup}>
          {t(purpose === 'reset' ? 'forgot.back' : 'code.otherAddress')}
        </TextLink>
      }
    >
      <CodeForm pending={pending} onSent={onSent} onSubmit={purpose === 'reset' ? reset : verify} />
    </AuthLayout>
  )
}
