import type { ReactNode } from 'react'
import { Button } from '#src/shared/ui/Button.tsx'
import { FormMessage } from './FormMessage.tsx'
import type { AuthForm } from '../hooks/use-auth-form.ts'
import type { FormValues } from '../model/draft.ts'

interface Props<V extends FormValues> {
  form: AuthForm<V>
  /** Read by screen readers as the form's name. */
  label: string
  submit: string
  submitting: string
  children: ReactNode
}

/** One form with its message on top and one primary button that shows progress and cannot send twice. */
export const AuthFormShell = <V extends FormValues>({
  form,
  label,
  submit,
  submitting,
  children,
}: Props<V>) => {
  const { ref, message, waitSeconds, waited, busy, onSubmit } = form
  return (
    <form ref={ref} noValidate aria-label={label} className="space-y-5" onSubmit={onSubmit}>
      <FormMessage message={message} waitSeconds={waitSeconds} waited={waited} />
      {children}
      <Button type="submit" block pending={busy} disabled={waitSeconds > 0}>
        {busy ? submitting : submit}
      </Button>
    </form>
  )
}
