import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate, formatRelative } from '#src/shared/lib/format.ts'
import { Avatar } from '#src/shared/ui/content/Avatar.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { EmptyState } from '#src/shared/ui/feedback/EmptyState.tsx'
import type { Dashboard } from './types.ts'

/** The students who joined most recently. */
export const RecentStudents = ({ students }: { students: Dashboard['recent_students'] }) => {
  const { t } = useTranslation('dashboard')
  const language = useLanguage()
  const [now] = useState(() => Date.now())
  return (
    <section aria-labelledby="dashboard-recent">
      <Card>
        <h2 id="dashboard-recent" className="mb-3 text-lg font-semibold text-ink">
          {t('recent.title')}
        </h2>
        {students.length === 0 ? (
          <EmptyState title={t('recent.empty')} text={t('recent.emptyHint')} />
        ) : (
          <ul className="flex flex-col gap-3">
            {students.map((student) => (
              <li key={student.id} className="flex items-center gap-3">
                <Avatar name={student.name} size={36} />
                <div className="min-w-0">
                  <p className="flex font-medium text-ink">
                    <bdi className="truncate">{student.name}</bdi>
                  </p>
                  <time
                    dateTime={student.joined_at}
                    title={formatDate(student.joined_at, language, { time: true })}
                    className="block text-sm text-ink-muted"
                  >
                    {t('recent.joined', { when: formatRelative(student.joined_at, language, now) })}
                  </time>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </section>
  )
}
