import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VersionLine } from '#contract/course-builder/course-builder.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { versionsQuery } from '../api/builder.queries.ts'
import { useBuilder } from '../hooks/use-builder.ts'
import { Compared } from './Compared.tsx'

/** Kept versions; one chosen is compared with what stands now, and can become it again. */
export const HistorySheet = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('course-builder')
  const { courseId } = useBuilder()
  const online = useOnline()
  const [chosen, setChosen] = useState<VersionLine | null>(null)
  const versions = useQuery(versionsQuery(courseId))
  return (
    <Sheet
      open
      className="max-w-2xl"
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('history.title')}
      description={t('history.text')}
      closeLabel={t('action.close')}
    >
      {chosen ? (
        <Compared
          version={chosen}
          name={<VersionWords line={chosen} />}
          onBack={() => setChosen(null)}
          onDone={onClose}
        />
      ) : (
        <ListState
          items={versions.data}
          failed={versions.isError}
          offline={!online}
          filtered={false}
          loadingLabel={t('history.loading')}
          skeleton={<SkeletonText lines={5} />}
          empty={{ title: t('history.empty'), text: t('history.emptyHint') }}
          emptyFiltered={{ title: '', clearLabel: '', onClear: () => undefined }}
          error={{
            title: t('history.error'),
            retryLabel: t('action.retry'),
            onRetry: () => void versions.refetch(),
          }}
          offlineMessage={{ title: t('list.offline') }}
        >
          {(lines) => (
            <ul className="flex flex-col gap-2">
              {lines.map((line) => (
                <li key={line.id}>
                  <button
                    type="button"
                    className="flex min-h-14 w-full flex-col rounded-lg border border-line px-3 py-2 text-start hover:bg-surface-sunken"
                    onClick={() => setChosen(line)}
                  >
                    <VersionWords line={line} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </ListState>
      )}
    </Sheet>
  )
}

const VersionWords = ({ line }: { line: VersionLine }) => {
  const { t } = useTranslation('course-builder')
  const language = useLanguage()
  return (
    <>
      <span className="font-medium">{formatDate(line.created_at, language, { time: true })}</span>
      <span className="text-sm text-ink-muted">
        {t(`history.reasons.${line.reason}`)}
        {line.created_by && (
          <>
            {' · '}
            <bdi>{line.created_by.name}</bdi>
          </>
        )}
      </span>
    </>
  )
}
