import { useTranslation } from 'react-i18next'
import type { TopicPage } from '#contract/courses/topic-page.ts'
import { Sheet } from '#src/shared/ui/overlays/Dialog.tsx'
import type { CourseOutline } from '../model/lesson.ts'
import { Outline } from './Outline.tsx'

type Props = { outline: CourseOutline | null; page: TopicPage; currentId: number | null; onClose: () => void }

/** The outline as a sheet, for screens without room for it next to the lesson. */
export const OutlineSheet = ({ outline, page, currentId, onClose }: Props) => {
  const { t } = useTranslation('courses/learning')
  return (
    <Sheet
      open
      title={t('page.outline')}
      closeLabel={t('page.closeOutline')}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Outline outline={outline} page={page} currentId={currentId} onNavigate={onClose} />
    </Sheet>
  )
}
