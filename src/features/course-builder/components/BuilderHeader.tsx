import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical'
import Eye from 'lucide-react/icons/eye'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { adminPaths } from '#src/core/admin-paths.ts'
import { BackLink } from '#src/shared/ui/BackLink.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { iconButtonClass } from '#src/shared/ui/IconButton.tsx'
import { Menu } from '#src/shared/ui/overlays/Menu.tsx'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { useBuilder } from '../hooks/use-builder.ts'
import { usePreview } from '../hooks/use-preview.ts'
import { HistorySheet } from './HistorySheet.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { SaveBadge } from './SaveBadge.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { TrashSheet } from './TrashSheet.tsx'
import { ExportDialog } from './import/ExportDialog.tsx'

type Panel = 'publish' | 'history' | 'trash' | 'export'

/** The course's title, its status, the save state and the actions on the whole course. */
export const BuilderHeader = () => {
  const { t } = useTranslation('course-builder')
  const { state, published } = useBuilder()
  const [panel, setPanel] = useState<Panel | null>(null)
  const { document } = state
  const { course } = document
  const preview = usePreview()
  const close = () => setPanel(null)
  const status =
    published.status === 'published' && state.revision > published.revision ? 'changed' : published.status
  return (
    <>
      <PageHeader
        className="mb-4"
        above={<BackLink to={adminPaths.courses}>{t('builder.back')}</BackLink>}
        title={<bdi>{course.texts[course.language]?.title || t('outline.untitled')}</bdi>}
        text={
          <span className="flex flex-wrap items-center gap-3">
            <StatusBadge status={status} />
            <SaveBadge save={state.save} />
          </span>
        }
        actions={
          <>
            {document.sections.some(({ topics }) => topics.length > 0) && (
              <Button
                variant="secondary"
                // Without its icon on the narrowest phones, so that three buttons fit in a row, in Hindi
                // too.
                icon={<Eye aria-hidden="true" size={18} className="max-[22rem]:hidden" />}
                pending={preview.pending}
                onClick={preview.start}
              >
                {t('builder.preview')}
              </Button>
            )}
            <Button onClick={() => setPanel('publish')}>{t('publish.open')}</Button>
            <CourseMenu onPanel={setPanel} />
          </>
        }
      />
      {panel === 'publish' && <PublishDialog onClose={close} />}
      {panel === 'history' && <HistorySheet onClose={close} />}
      {panel === 'trash' && <TrashSheet onClose={close} />}
      {panel === 'export' && <ExportDialog onClose={close} />}
    </>
  )
}

/** Memoized, because the save state rerenders the header with every letter. */
const CourseMenu = memo(function CourseMenu({ onPanel }: { onPanel: (panel: Panel) => void }) {
  const { t } = useTranslation('course-builder')
  return (
    <Menu
      trigger={
        <button type="button" aria-label={t('builder.more')} className={iconButtonClass('outline')}>
          <EllipsisVertical aria-hidden="true" size={20} />
        </button>
      }
      items={[
        { id: 'history', label: t('history.title'), onSelect: () => onPanel('history') },
        { id: 'trash', label: t('trash.title'), onSelect: () => onPanel('trash') },
        { id: 'export', label: t('builder.export'), onSelect: () => onPanel('export') },
      ]}
    />
  )
})
