import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { legalParts, type LegalState, type LegalVersion } from '#contract/client-info/legal.ts'
import { directionOf, languageInfo, languages } from '#contract/languages.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { LegalParts } from '#src/shared/ui/content/LegalParts.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { legalVersionQuery } from '../../api/legal.queries.ts'

/** What was in force before, to look at: somebody who accepted it then accepted those words. */
export const LegalVersions = ({ state }: { state: LegalState }) => {
  const { t } = useTranslation('settings')
  const [opened, setOpened] = useState<number | null>(null)
  if (state.versions.length === 0) return null
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold text-ink">{t('history.title')}</h2>
      <p className="text-sm text-ink-muted">{t('legal.versionsText')}</p>
      <ul className="flex flex-col divide-y divide-line">
        {state.versions.map((row) => (
          <Row
            key={row.version}
            row={row}
            isCurrent={row.version === state.version}
            onOpen={() => setOpened(row.version)}
          />
        ))}
      </ul>
      {opened !== null && <Former kind={state.kind} version={opened} onClose={() => setOpened(null)} />}
    </Card>
  )
}

type RowProps = { row: LegalVersion; isCurrent: boolean; onOpen: () => void }

const Row = ({ row, isCurrent, onOpen }: RowProps) => {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const { version, languages: written } = row
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <span className="min-w-0 text-ink">
        <span className="flex flex-wrap items-center gap-2 font-medium">
          {t('history.version', { version })}
          {isCurrent && <Badge tone="success">{t('history.current')}</Badge>}
        </span>
        <span className="block text-ink-muted">
          {formatDate(row.published_at, language, { time: true })}
          {row.published_by !== null && (
            <>
              {' · '}
              <bdi>{row.published_by}</bdi>
            </>
          )}
          {' · '}
          {written.length === 0
            ? t('legal.standardShort')
            : new Intl.ListFormat(language).format(written.map((each) => isolated(languageInfo(each).name)))}
        </span>
      </span>
      {written.length > 0 && (
        <Button variant="secondary" size="sm" aria-label={t('legal.openNamed', { version })} onClick={onOpen}>
          {t('legal.open')}
        </Button>
      )}
    </li>
  )
}

type FormerProps = { kind: LegalState['kind']; version: number; onClose: () => void }

const Former = ({ kind, version, onClose }: FormerProps) => {
  const { t } = useTranslation('settings')
  const { data, error } = useQuery(legalVersionQuery(kind, version))
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('legal.openTitle', { text: t(`legal.kinds.${kind}`), version })}
      closeLabel={t('legal.close')}
    >
      {error && <Alert kind="error" title={errorText(error, t('loadFailed'))} />}
      {!data && !error && <Skeleton className="h-72 w-full rounded-lg" />}
      {languages.map((language) => {
        const text = data?.texts[language]
        return text === undefined ? null : (
          <section key={language} lang={language} dir={directionOf(language)} className="mb-8 last:mb-0">
            <h3 className="mb-3 text-sm font-medium text-ink-muted">{languageInfo(language).name}</h3>
            <LegalParts parts={legalParts(text)} headingLevel={3} />
          </section>
        )
      })}
    </Dialog>
  )
}
