import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PrintedName } from '#contract/certificates/certificates.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { NameForm } from './NameForm.tsx'

/** The name on certificates: free before the first one, corrected once within a week, then fixed. */
export const NameNote = ({ name }: { name: PrintedName }) => {
  const { t } = useTranslation('certificates')
  const language = useLanguage()
  const [isOpen, setOpen] = useState(false)
  if (!name.is_confirmed && !name.is_locked && name.correct_until === null) return null
  const until = name.correct_until
  const note = () => {
    if (name.is_locked) return t('name.locked')
    return until === null ? t('name.free') : t('name.once', { day: formatDate(until, language) })
  }
  return (
    <section aria-labelledby="certificate-name" className="max-w-xl border-t border-line pt-6">
      <h2 id="certificate-name" className="text-lg font-semibold text-ink">
        {t('name.title')}
      </h2>
      {isOpen ? (
        <div className="mt-3">
          <NameForm
            name={name.value}
            hint={until === null ? t('name.hint') : t('name.correctHint')}
            action={t('name.save')}
            done={t('name.saved')}
            onDone={() => setOpen(false)}
            onCancel={() => setOpen(false)}
          />
        </div>
      ) : (
        <>
          <p className="mt-1 text-ink">{isolated(name.value)}</p>
          <p className="mt-1 text-sm text-ink-muted">{note()}</p>
          {!name.is_locked && (
            <Button variant="secondary" size="sm" className="mt-3" onClick={() => setOpen(true)}>
              {t('name.change')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
