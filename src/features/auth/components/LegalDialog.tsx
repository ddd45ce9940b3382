import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { useTenant } from '../hooks/use-tenant.ts'
import { loadLegal, type LegalDocument, type LegalText } from '../model/legal.ts'
import { Modal } from './Modal.tsx'

/** The terms of use or the privacy notice, readable without leaving the form. */
export const LegalDialog = ({ kind, onClose }: { kind: LegalText; onClose: () => void }) => {
  const { t } = useTranslation('auth')
  const language = useLanguage()
  const { name } = useTenant()
  const titleId = useId()
  const [text, setText] = useState<LegalDocument | 'failed' | null>(null)

  useEffect(() => {
    let isMounted = true
    loadLegal(language, kind, name).then(
      (loaded) => isMounted && setText(loaded),
      () => isMounted && setText('failed'),
    )
    return () => {
      isMounted = false
    }
  }, [language, kind, name])

  return (
    <Modal labelledBy={titleId} onClose={onClose}>
      <h2 id={titleId} className="border-b border-line p-4 text-lg font-semibold sm:px-6">
        {text && text !== 'failed' ? text.title : t(`signUp.${kind}`)}
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it */}
      <section aria-labelledby={titleId} tabIndex={0} className="min-h-48 flex-1 overflow-y-auto p-4 sm:px-6">
        {text === 'failed' && <Alert kind="error">{t('legal.loadFailed')}</Alert>}
        {text && text !== 'failed' && <Parts parts={text.parts} />}
      </section>
      <div className="border-t border-line p-4 sm:px-6">
        <Button block onClick={onClose}>
          {t('legal.close')}
        </Button>
      </div>
    </Modal>
  )
}

const Parts = ({ parts }: { parts: LegalDocument['parts'] }) =>
  parts.map(([heading, text]) => (
    <div key={heading} className="mb-5 last:mb-0">
      <h3 className="font-semibold">{heading}</h3>
      <p className="mt-1 text-ink-muted">{text}</p>
    </div>
  ))
