import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

const SaveCourse = lazy(async () => ({ default: (await import('./SaveCourse.tsx')).SaveCourse }))

/** The same in a lesson: collapsed, and loaded only when it is opened. */
export const CollapsedSaveCourse = ({ courseId }: { courseId: number }) => {
  const { t } = useTranslation('offline')
  const [open, setOpen] = useState(false)
  return (
    <details
      className="mt-8 border-t border-line pt-2"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-primary-text">
        {t('save.title')}
      </summary>
      {open && (
        <div className="max-w-md pt-2 pb-4">
          <Suspense>
            <SaveCourse courseId={courseId} />
          </Suspense>
        </div>
      )}
    </details>
  )
}
