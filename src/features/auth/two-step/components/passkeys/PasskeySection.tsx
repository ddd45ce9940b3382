import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Passkey } from '#contract/auth/two-step.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { canUsePasskeys } from '#src/shared/lib/passkey-support.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { useRemovePasskey } from '../../api/two-step.queries.ts'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { RenamePasskeyDialog } from './RenamePasskeyDialog.tsx'
import { SectionRow } from '../SectionRow.tsx'

/** The person's passkeys: add, rename, remove. */
export const PasskeySection = ({ passkeys }: { passkeys: readonly Passkey[] }) => {
  const { t } = useTranslation('auth/two-step')
  const [isAdding, setIsAdding] = useState(false)
  const isSupported = canUsePasskeys()
  return (
    <>
      <SectionRow
        title={t('passkey.title')}
        text={t(isSupported ? 'passkey.text' : 'passkey.unsupported')}
        action={
          isSupported && (
            <Button variant="secondary" size="sm" onClick={() => setIsAdding(true)}>
              {t('passkey.add')}
            </Button>
          )
        }
      />
      {passkeys.length > 0 && (
        <ul className="grid gap-3 ps-4">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      <AddPasskeyDialog open={isAdding} onClose={() => setIsAdding(false)} />
    </>
  )
}

const PasskeyRow = ({ passkey }: { passkey: Passkey }) => {
  const { t } = useTranslation('auth/two-step')
  const language = useLanguage()
  const notify = useNotify()
  const remove = useRemovePasskey()
  const [open, setOpen] = useState<'rename' | 'remove' | null>(null)
  const close = () => setOpen(null)
  const { name, host, last_used_at: usedAt, created_at: addedAt } = passkey
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="font-medium break-words">
          <bdi>{name}</bdi>
        </p>
        <p className="text-sm text-ink-muted">
          {usedAt === null
            ? t('passkey.added', { when: formatDate(addedAt, language), host })
            : t('passkey.used', { when: formatDate(usedAt, language), host })}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('passkey.renameNamed', { name })}
          onClick={() => setOpen('rename')}
        >
          {t('passkey.rename')}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          aria-label={t('passkey.removeNamed', { name })}
          onClick={() => setOpen('remove')}
        >
          {t('app.remove')}
        </Button>
      </div>
      <RenamePasskeyDialog passkey={passkey} open={open === 'rename'} onClose={close} />
      <ConfirmDialog
        open={open === 'remove'}
        title={t('passkey.removeTitle')}
        text={t('passkey.removeText')}
        confirmLabel={t('app.remove')}
        isPending={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate(passkey.id, {
            onSuccess: close,
            onError: (error) => notify({ kind: 'error', title: errorText(error, t('failed')) }),
          })
        }
      />
    </li>
  )
}
