import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SignInMember } from '#contract/auth/account-admin.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { useEndMemberSessions, useResetSecondStep } from '../../api/sign-in-admin.queries.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'

/** One person: devices, second step, and what an administrator may do about them. */
export const MemberRow = ({ member }: { member: SignInMember }) => {
  const { t } = useTranslation('auth/two-step')
  const [open, setOpen] = useState<'signOut' | 'reset' | null>(null)
  const close = () => setOpen(null)
  const { full_name: name, email, sessions, has_second_step: hasSecondStep, may_change: mayChange } = member
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border border-line bg-surface-raised px-4 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="font-medium">
          <bdi className="inline-block max-w-full truncate align-bottom">{name}</bdi>
        </p>
        <p className="text-sm text-ink-muted">
          <bdi className="inline-block max-w-full truncate align-bottom">{email}</bdi>
        </p>
      </div>
      <span className="flex flex-wrap gap-2">
        <Badge>{t(`admin.roles.${member.role}`)}</Badge>
        <Badge tone={hasSecondStep ? 'success' : 'neutral'}>
          {t(hasSecondStep ? 'admin.hasSecondStep' : 'admin.noSecondStep')}
        </Badge>
        <Badge>{t('admin.devices', { count: sessions })}</Badge>
      </span>
      {mayChange && (
        <span className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            size="sm"
            disabled={sessions === 0}
            aria-label={t('admin.signOutNamed', { name })}
            onClick={() => setOpen('signOut')}
          >
            {t('admin.signOut')}
          </Button>
          {hasSecondStep && (
            <Button
              variant="secondary"
              size="sm"
              aria-label={t('admin.resetNamed', { name })}
              onClick={() => setOpen('reset')}
            >
              {t('admin.reset')}
            </Button>
          )}
        </span>
      )}
      <SignOutDialog member={member} open={open === 'signOut'} onClose={close} />
      <ResetDialog member={member} open={open === 'reset'} onClose={close} />
    </li>
  )
}

interface DialogProps {
  member: SignInMember
  open: boolean
  onClose: () => void
}

const useOutcome = (onClose: () => void, doneText: 'admin.signedOut' | 'admin.resetDone') => {
  const { t } = useTranslation('auth/two-step')
  const notify = useNotify()
  return {
    onSuccess: () => {
      onClose()
      notify({ kind: 'success', title: t(doneText) })
    },
    onError: (error: unknown) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
  }
}

const SignOutDialog = ({ member, open, onClose }: DialogProps) => {
  const { t } = useTranslation('auth/two-step')
  const end = useEndMemberSessions()
  const outcome = useOutcome(onClose, 'admin.signedOut')
  return (
    <ConfirmDialog
      open={open}
      title={t('admin.signOutTitle', { name: member.full_name })}
      text={t('admin.signOutText')}
      confirmLabel={t('admin.signOut')}
      isPending={end.isPending}
      onClose={onClose}
      onConfirm={() => end.mutate(member.id, outcome)}
    />
  )
}

const ResetDialog = ({ member, open, onClose }: DialogProps) => {
  const { t } = useTranslation('auth/two-step')
  const reset = useResetSecondStep()
  const outcome = useOutcome(onClose, 'admin.resetDone')
  return (
    <ConfirmDialog
      open={open}
      title={t('admin.resetTitle', { name: member.full_name })}
      text={t('admin.resetText')}
      confirmLabel={t('admin.reset')}
      isPending={reset.isPending}
      onClose={onClose}
      onConfirm={() => reset.mutate(member.id, outcome)}
    />
  )
}
