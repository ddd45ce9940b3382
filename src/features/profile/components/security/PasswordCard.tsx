import { useTranslation } from 'react-i18next'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { PasswordChecklist } from '#src/shared/ui/forms/PasswordChecklist.tsx'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { clockText } from '#src/shared/lib/countdown.ts'
import { usePasswordForm } from '../../hooks/use-password-form.ts'
import { PasswordLine } from './PasswordLine.tsx'
import { Section } from '../Section.tsx'

/** Changes the password with the current one; that signs out every other device. */
export const PasswordCard = () => {
  const { t } = useTranslation('profile')
  const form = usePasswordForm()
  const { context, values, issues, message, waitSeconds, pending } = form
  const { formRef, edit, submit, textOf } = form
  return (
    <Section id="password" title={t('password.title')} text={t('password.explain')}>
      <form
        ref={formRef}
        noValidate
        aria-label={t('password.title')}
        className="max-w-md space-y-5"
        onSubmit={submit}
      >
        {waitSeconds > 0 ? (
          <Alert kind="error">
            <span aria-live="off">{t('password.tooMany', { time: clockText(waitSeconds) })}</span>
          </Alert>
        ) : (
          message !== null && <Alert kind="error">{message}</Alert>
        )}
        <input type="text" autoComplete="username" value={form.email} readOnly hidden />
        <PasswordLine
          label={t('password.current')}
          autoComplete="current-password"
          value={values.current}
          error={textOf(issues.current_password)}
          onChange={(current) => edit({ current })}
        />
        <PasswordLine
          label={t('password.new')}
          autoComplete="new-password"
          value={values.next}
          error={textOf(issues.password)}
          onChange={(next) => edit({ next })}
          below={
            <PasswordChecklist
              {...context}
              password={values.next}
              texts={{
                title: t('checklist.title'),
                length: t('checklist.length', { count: context.min }),
                ownWords: t('checklist.ownWords', { name: isolated(form.siteName) }),
                maximum: t('checklist.maximum'),
                hint: t('checklist.hint'),
                met: t('checklist.met'),
                unmet: t('checklist.unmet'),
              }}
            />
          }
        />
        <Button type="submit" pending={pending} disabled={waitSeconds > 0} className="max-sm:w-full">
          {t(pending ? 'password.submitting' : 'password.submit')}
        </Button>
      </form>
    </Section>
  )
}
