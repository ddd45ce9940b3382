import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router-dom'
import {
  getLegalText,
  isLegalKind,
  legalKinds,
  legalParts,
  legalPath,
  type LegalKind,
  type LegalText,
} from '#contract/client-info/legal.ts'
import { directionOf } from '#contract/languages.ts'
import { publicCall } from '#src/core/api/public-call.ts'
import { guestPaths } from '#src/core/guest-paths.ts'
import { LanguageSelect } from '#src/core/i18n/LanguageSelect.tsx'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useFrameClient } from '#src/core/theme/frame-client.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { LegalParts } from '#src/shared/ui/content/LegalParts.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { PublicFrame } from '#src/shared/ui/PublicFrame.tsx'

/** /legal/terms and /legal/privacy: what the client publishes, for everybody. */
export const LegalPage = () => {
  const { t } = useTranslation('legal')
  const kind = useLocation().pathname.split('/')[2]
  if (!isLegalKind(kind))
    return (
      <Frame title={t('missing.title')}>
        <EmptyState as="h1" title={t('missing.title')} text={t('missing.text')} />
        <Others />
      </Frame>
    )
  return <Document key={kind} kind={kind} />
}

const Frame = ({ title, children }: { title: string; children: ReactNode }) => {
  const { t } = useTranslation('legal')
  const client = useFrameClient()
  return (
    <PublicFrame
      title={title}
      client={client}
      homePath={guestPaths.home}
      label={title}
      tools={<LanguageSelect label={t('language')} />}
    >
      <div className="mx-auto max-w-reading">{children}</div>
    </PublicFrame>
  )
}

const Document = ({ kind }: { kind: LegalKind }) => {
  const { t } = useTranslation('legal')
  const language = useLanguage()
  const [shown, setShown] = useState<{ text: LegalText | null; language: string } | null>(null)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isCurrent = true
    publicCall(getLegalText, { params: { legalKind: kind }, query: { language } }).then(
      (text) => isCurrent && setShown({ text, language }),
      () => isCurrent && setShown({ text: null, language }),
    )
    return () => {
      isCurrent = false
    }
  }, [kind, language, tries])

  if (shown === null)
    return (
      <Frame title={t(`titles.${kind}`)}>
        <div role="status" aria-label={t('loading')} className="flex flex-col gap-4">
          <Skeleton className="h-9 w-1/2 rounded-lg" />
          <Skeleton className="h-96 w-full rounded-xl" />
        </div>
      </Frame>
    )
  if (shown.text === null)
    return (
      <Frame title={t(`titles.${kind}`)}>
        <EmptyState
          as="h1"
          role="alert"
          illustration="offline"
          title={t('failed')}
          action={
            <Button
              onClick={() => {
                setShown(null)
                setTries(tries + 1)
              }}
            >
              {t('retry')}
            </Button>
          }
        />
      </Frame>
    )
  return (
    <Frame title={shown.text.title}>
      <Text text={shown.text} />
    </Frame>
  )
}

const Text = ({ text }: { text: LegalText }) => {
  const { t } = useTranslation('legal')
  const language = useLanguage()
  return (
    <>
      <Card as="article" className="sm:p-8">
        <div lang={text.language} dir={directionOf(text.language)}>
          <h1 tabIndex={-1} className="text-2xl font-bold text-balance">
            {text.title}
          </h1>
          {text.published_at !== null && (
            <p lang={language} dir={directionOf(language)} className="mt-1 text-sm text-ink-muted">
              {t('since', {
                date: formatDate(text.published_at, language),
                version: text.version ?? 0,
              })}
            </p>
          )}
          <div className="mt-6">
            <LegalParts parts={legalParts(text.text)} headingLevel={2} />
          </div>
        </div>
      </Card>
      <Others current={text.kind} />
    </>
  )
}

/** The ways to the other text and back to the app. */
const Others = ({ current }: { current?: LegalKind }) => {
  const { t } = useTranslation('legal')
  const link = 'inline-flex min-h-11 items-center font-medium text-primary-text underline'
  return (
    <nav aria-label={t('more')} className="mt-4 flex flex-wrap justify-center gap-x-6 text-sm">
      {legalKinds
        .filter((kind) => kind !== current)
        .map((kind) => (
          <Link key={kind} to={legalPath(kind)} className={link}>
            {t(`titles.${kind}`)}
          </Link>
        ))}
      <Link to={guestPaths.home} className={link}>
        {t('home')}
      </Link>
    </nav>
  )
}
