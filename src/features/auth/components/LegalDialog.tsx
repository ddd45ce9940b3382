import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { legalParts, legalPath, type LegalKind, type LegalText } from '#contract/client-info/legal.ts'
import { directionOf } from '#contract/languages.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { LegalParts } from '#src/shared/ui/content/LegalParts.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { loadLegal } from '../model/legal.ts'
import { Modal } from './Modal.tsx'

/** The terms of use or the privacy notice, readable without leaving the form. */
export const LegalDialog = ({ kind, onClose }: { kind: LegalKind; onClose: () => void }) => {
  const { t } = useTranslation('auth')
  const language = useLanguage()
  const titleId = useId()
  const [text, setText] = useState<LegalText | 'failed' | null>(null)

  useEffect(() => {
    let isMounted = true
    loadLegal(language, kind).then(
      (loaded) => isMounted && setText(loaded),
      () => isMounted && setText('failed'),
    )
    return () => {
      isMounted = false
    }
  }, [language, kind])

  return (
    <Modal labelledBy={titleId} onClose={onClose}>
      <h2 id={titleId} className="border-b border-line p-4 text-lg font-semibold sm:px-6">
        {text && text !== 'failed' ? text.title : t(`signUp.${kind}`)}
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must be able to scroll it */}
      <section aria-labelledby={titleId} tabIndex={0} className="min-h-48 flex-1 overflow-y-auto p-4 sm:px-6">
        {text === null && <Skeleton className="h-40 w-full rounded-lg" />}
        {text === 'failed' && <Alert kind="error">{t('legal.loadFailed')}</Alert>}
        {text && text !== 'failed' && (
          <div lang={text.language} dir={directionOf(text.language)}>
            <LegalParts parts={legalParts(text.text)} headingLevel={3} />
          </div>
        )}
      </section>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line p-4 sm:px-6">
        {/* Its own page, to keep or to send on. */}
        <a
          href={legalPath(kind)}
          target="_blank"
          rel="noreferrer"
          dir="ltr"
          className="inline-flex min-h-11 min-w-0 items-center wrap-anywhere text-sm text-primary-text underline"
        >
          {`${window.location.host}${legalPath(kind)}`}
        </a>
        <Button block onClick={onClose}>
          {t('legal.close')}
        </Button>
      </div>
    </Modal>
  )
}
