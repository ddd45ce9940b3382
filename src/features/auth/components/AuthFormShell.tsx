import type { ReactNode } from 'react'
import { Button } from '#src/shared/ui/Button.tsx'
import { FormMessage } from './FormMessage.tsx'
import type { AuthForm } from '../hooks/use-auth-form.ts'
import type { FormValues } from '../model/draft.ts'

interface Props<V extends FormValues> {
  form: AuthForm<V>
  /** The form's accessible name. */
  label: string
  submit: string
  submitting: string
  failureTitle?: string
  children: ReactNode
}

/** A form with its message and one primary button, which shows progress and cannot submit twice. */
export const AuthFormShell = <V extends FormValues>({
  form,
  label,
  submit,
  submitting,
  failureTitle,
  children,
}: Props<V>) => {
  const { ref, message, waitSeconds, isWaitOver, isSubmitting, onSubmit } = form
  return (
    <form ref={ref} noValidate aria-label={label} className="space-y-5" onSubmit={onSubmit}>
      <FormMessage message={message} title={failureTitle} waitSeconds={waitSeconds} isWaitOver={isWaitOver} />
      {children}
      <Button type="submit" block pending={isSubmitting} disabled={waitSeconds > 0}>
        {isSubmitting ? submitting : submit}
      </Button>
    </form>
  )
}
