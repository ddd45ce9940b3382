import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BankQuestion, QuestionVersion } from '#contract/question-bank/question-bank.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { versionsQuery } from '../api/bank.queries.ts'
import { useLocalized } from '#src/core/i18n/use-localized.ts'
import { versionChanges, type VersionChange } from '../model/version-changes.ts'

/** All versions with what each changed. Fetched when the author opens the list. */
export const VersionList = ({ question }: { question: BankQuestion }) => {
  const { t } = useTranslation('question-bank')
  const [isOpen, setIsOpen] = useState(false)
  if (question.version === 1) return null
  return (
    <Card as="section" aria-labelledby="versions" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="versions" className="text-lg font-semibold">
          {t('versions.title')}
        </h2>
        {!isOpen && (
          <Button size="sm" variant="secondary" onClick={() => setIsOpen(true)}>
            {t('versions.compare')}
          </Button>
        )}
      </div>
      <p className="text-sm text-ink-muted">{t('versions.text')}</p>
      {isOpen && <Versions questionId={question.id} />}
    </Card>
  )
}

const Versions = ({ questionId }: { questionId: number }) => {
  const { t } = useTranslation('question-bank')
  const versions = useQuery(versionsQuery(questionId))
  if (!versions.data)
    return versions.isError ? (
      <Alert
        kind="error"
        title={t('versions.failed')}
        action={
          <Button size="sm" variant="secondary" onClick={() => void versions.refetch()}>
            {t('retry')}
          </Button>
        }
      />
    ) : (
      <Skeleton className="h-32" />
    )
  return (
    <ol className="flex flex-col divide-y divide-line">
      {versions.data.map((version, index) => (
        <li key={version.version} className="py-4">
          <Version version={version} before={versions.data[index + 1]} />
        </li>
      ))}
    </ol>
  )
}

const Version = ({ version, before }: { version: QuestionVersion; before: QuestionVersion | undefined }) => {
  const { t } = useTranslation('question-bank')
  const { language } = useLocalized()
  const when = formatDate(version.created_at, language, { time: true })
  return (
    <article aria-label={t('edit.version', { version: version.version })}>
      <h3 className="font-medium">{t('edit.version', { version: version.version })}</h3>
      <p className="text-sm text-ink-muted">
        {version.created_by ? (
          <>
            <bdi>{version.created_by.name}</bdi> · {when}
          </>
        ) : (
          when
        )}
      </p>
      {version.note !== '' && (
        <p dir="auto" className="mt-1 text-sm">
          {version.note}
        </p>
      )}
      {before ? (
        <ul className="mt-2 flex flex-col gap-3">
          {versionChanges(before, version).map((change) => (
            <li key={`${change.field}-${change.language}-${change.letter}`}>
              <Change change={change} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-sm text-ink-muted">{t('versions.first')}</p>
      )}
    </article>
  )
}

const Change = ({ change }: { change: VersionChange }) => {
  const { t } = useTranslation('question-bank')
  const label = t(`versions.${change.field}`, { letter: change.letter ?? '' })
  return (
    <div className="text-sm">
      <p className="text-ink-muted">
        {change.language ? `${label} · ${t(`languages.${change.language}`)}` : label}
      </p>
      {change.before !== '' && (
        <del dir="auto" className="block whitespace-pre-line rounded bg-error-soft px-2 py-1 text-error-text">
          {change.field === 'language' ? t(`languages.${change.before}`) : change.before}
        </del>
      )}
      {change.after !== '' && (
        <ins
          dir="auto"
          className="mt-1 block whitespace-pre-line rounded bg-success-soft px-2 py-1 text-success-text no-underline"
        >
          {change.field === 'language' ? t(`languages.${change.after}`) : change.after}
        </ins>
      )}
    </div>
  )
}
