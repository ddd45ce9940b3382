import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VersionLine } from '#contract/course-builder/course-builder.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { formatDate } from '#src/shared/lib/format.ts'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import { versionsQuery } from '../api/builder.queries.ts'
import { useBuilder } from '../hooks/use-builder.ts'
import { VersionComparison } from './VersionComparison.tsx'

/** The saved versions. A selected one is compared with the current draft and can be restored. */
export const HistorySheet = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('course-builder')
  const { courseId } = useBuilder()
  const [selected, setSelected] = useState<VersionLine | null>(null)
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
      {selected ? (
        <VersionComparison
          version={selected}
          name={<VersionLabel line={selected} />}
          onBack={() => setSelected(null)}
          onDone={onClose}
        />
      ) : (
        <ListStates
          rows={versions.data}
          query={versions}
          texts={{
            loading: t('history.loading'),
            failed: t('history.error'),
            empty: { title: t('history.empty'), text: t('history.emptyHint') },
          }}
          skeleton={{ rows: 3, className: 'h-14' }}
        >
          {(lines) => (
            <ul className="flex flex-col gap-2">
              {lines.map((line) => (
                <li key={line.id}>
                  <button
                    type="button"
                    className="flex min-h-14 w-full flex-col rounded-lg border border-line px-3 py-2 text-start hover:bg-surface-sunken"
                    onClick={() => setSelected(line)}
                  >
                    <VersionLabel line={line} />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </ListStates>
      )}
    </Sheet>
  )
}

const VersionLabel = ({ line }: { line: VersionLine }) => {
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
