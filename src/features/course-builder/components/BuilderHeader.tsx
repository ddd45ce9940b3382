import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { iconButtonClass } from '#src/shared/ui/IconButton.tsx'
import { Menu } from '#src/shared/ui/Menu.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { useBuilder } from '../hooks/use-builder.ts'
import { HistorySheet } from './HistorySheet.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { SaveBadge } from './SaveBadge.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { TrashSheet } from './TrashSheet.tsx'

type Panel = 'publish' | 'history' | 'trash'

/** Whose course, where saving stands, and what can be done with the whole of it. */
export const BuilderHeader = () => {
  const { t } = useTranslation('course-builder')
  const { state, published } = useBuilder()
  const [panel, setPanel] = useState<Panel | null>(null)
  const { course } = state.document
  const close = () => setPanel(null)
  const status =
    published.status === 'published' && state.revision > published.revision ? 'changed' : published.status
  return (
    <>
      <PageHeader
        className="mb-4"
        above={
          <Link to={paths.adminCourses} className="text-primary-text hover:underline">
            {t('builder.back')}
          </Link>
        }
        title={<bdi>{course.texts[course.language]?.title || t('outline.untitled')}</bdi>}
        text={
          <span className="flex flex-wrap items-center gap-3">
            <StatusBadge status={status} />
            <SaveBadge save={state.save} />
          </span>
        }
        actions={
          <>
            <Button onClick={() => setPanel('publish')}>{t('publish.open')}</Button>
            <Menu
              trigger={
                <button type="button" aria-label={t('builder.more')} className={iconButtonClass('outline')}>
                  <EllipsisVertical aria-hidden="true" size={20} />
                </button>
              }
              items={[
                { id: 'history', label: t('history.title'), onSelect: () => setPanel('history') },
                { id: 'trash', label: t('trash.title'), onSelect: () => setPanel('trash') },
              ]}
            />
          </>
        }
      />
      {panel === 'publish' && <PublishDialog onClose={close} />}
      {panel === 'history' && <HistorySheet onClose={close} />}
      {panel === 'trash' && <TrashSheet onClose={close} />}
    </>
  )
}
